// What `npm test` runs: everything under tests/ that ends in `.test.ts`. The client tests have a command of their own.
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['tests/**/*.test.ts'],
    globalSetup: ['tests/fixtures/global-setup.ts'],
  },
});
