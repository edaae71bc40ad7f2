// What `npm test` runs: everything under tests/ that ends in `.test.ts`. The client tests have a command of their own.
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['tests/**/*.test.ts'],
    // Nothing here asserts a time; a busy machine is no reason to fail.
    testTimeout: 60_000,
    hookTimeout: 120_000,
    globalSetup: ['tests/fixtures/global-setup.ts'],
  },
});
