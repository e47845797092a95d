/** `npm run build`: the plugin, built into plugin/dist. */

import { join } from 'node:path';
import { bundle, PLUGIN_FILES } from './bundle.mjs';
import { nodePackages } from './node-packages.mjs';
import { PLUGIN_BUILD, shown } from './places.mjs';
import { script } from './processes.mjs';

await script(async () => {
  await nodePackages();
  await bundle(PLUGIN_BUILD);
  process.stdout.write(`The plugin is built: ${PLUGIN_FILES.map((name) => shown(join(PLUGIN_BUILD, name))).join(', ')}\n`);
});
