import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  root: fileURLToPath(new URL('..', import.meta.url)),
  test: {
    include: ['tests/e2e/**/*.test.ts'],
    globalSetup: 'tests/host/global-setup.mjs',
    setupFiles: 'tests/host/setup.mjs',
    watch: false,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // Processes answer as soon as they can, which on a busy machine is not the second that is given by default.
    expect: { poll: { timeout: 10_000, interval: 25 } },
    // Each worker has a Chromium, each host a sidecar: more of them would only take the processors from each other.
    maxWorkers: 2,
  },
});
