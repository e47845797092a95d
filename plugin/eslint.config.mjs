import { fileURLToPath } from 'node:url';
import { defineConfig, globalIgnores } from 'eslint/config';
import obsidianmd from 'eslint-plugin-obsidianmd';
import tseslint from 'typescript-eslint';

/** The files of plugin/src that draw or wire: the only ones that may import `obsidian`. Their names end in what they draw. */
const DRAW_OR_WIRE = ['plugin/src/main.ts', 'plugin/src/**/{*-,}{modal,view,tab,pane,bar,notice,draw,open,dom}.ts', 'plugin/src/hit/{hit-row,open-hit,file,link,hover,drag}.ts', 'plugin/src/search/{result-actions,result-menu}.ts'];

const CODE = ['plugin/**/*.{ts,mjs}', 'tests/plugin/**/*.ts', 'tests/e2e/**/*.ts', 'tests/bench/**/*.mjs'];

export default defineConfig([
  globalIgnores(['plugin/dist']),
  ...obsidianmd.configs.recommended,
  {
    files: CODE,
    extends: [tseslint.configs.strictTypeChecked],
    languageOptions: { parserOptions: { project: fileURLToPath(new URL('tsconfig.json', import.meta.url)) } },
  },
  {
    // Outside Obsidian there is no Vault to ask for its configuration folder, and no window with timers.
    files: ['plugin/scripts/**/*.mjs', 'tests/**/*.{ts,mjs}'],
    rules: { 'obsidianmd/hardcoded-config-path': 'off', 'obsidianmd/prefer-window-timers': 'off' },
  },
  {
    files: ['plugin/src/**/*.ts'],
    ignores: DRAW_OR_WIRE,
    rules: {
      // The core's rule, since the recommended settings use typescript-eslint's of that name for a list of their own.
      'no-restricted-imports': [
        'error',
        { name: 'obsidian', message: 'Only files that draw or wire may import it: see DRAW_OR_WIRE in plugin/eslint.config.mjs.' },
      ],
    },
  },
]);
