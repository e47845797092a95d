/** Runs a Python script of the project in the project's own environment: `npm run bench`, `npm run eval`. */

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { environment } from './environment.mjs';
import { callerFolder, PROJECT } from './places.mjs';
import { run, script, Stop } from './processes.mjs';

await script(async () => {
  const [name, ...args] = process.argv.slice(2);
  if (name === undefined) throw new Stop(2, 'Usage: node plugin/scripts/python-script.mjs SCRIPT [ARGUMENT]...');
  const path = join(PROJECT, name);
  if (!existsSync(path)) throw new Stop(1, `${name} is not part of this version.`);
  const { python, variables } = await environment({ tools: true });
  const cwd = callerFolder(process.env.npm_lifecycle_event ?? '');
  process.exitCode = await run(python, [path, ...args], { cwd, env: variables });
});
