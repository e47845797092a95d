/** The `luneta` program that tests run. */

import { environment } from '../../plugin/scripts/environment.mjs';

/** @type {Promise<string> | undefined} */
let program;

/** @returns {Promise<string>} LUNETA_TEST_SIDECAR, or the one of the project's Python environment */
export function sidecarProgram() {
  const { LUNETA_TEST_SIDECAR: given } = process.env;
  program ??= given ? Promise.resolve(given) : environment({ tools: true }).then(({ luneta }) => luneta);
  return program;
}
