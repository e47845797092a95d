/** Once before all e2e tests: the page and the plugin, built from what the sources are now. */

import { buildForTests } from './built.mjs';
import { sidecarProgram } from './sidecar-program.mjs';

export default async function setUp() {
  await buildForTests();
  process.env['LUNETA_TEST_SIDECAR'] = await sidecarProgram(); // the workers need not look again
}
