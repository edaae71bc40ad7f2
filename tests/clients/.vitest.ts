/** The client tests: apart from `npm test`, one file after another, because they share two cores and a network. */
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['tests/clients/*.clients.ts'],
    globalSetup: ['tests/clients/setup.ts'],
    fileParallelism: false,
    testTimeout: 180_000,
    hookTimeout: 180_000,
  },
});
