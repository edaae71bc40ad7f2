/** Runs the client tests apart from `npm test`, one file after another, because they share two cores and a network. */
import { defineConfig } from 'vitest/config';
import { secondTries } from '../fixtures/second-tries.ts';
import { skippedParts } from '../fixtures/skipped-parts.ts';

export default defineConfig({
  test: {
    include: ['tests/clients/*.clients.ts'],
    globalSetup: ['tests/clients/setup.ts', 'tests/fixtures/global-setup.ts'],
    reporters: ['verbose', 'json', secondTries, skippedParts],
    fileParallelism: false,
    testTimeout: 180_000,
    hookTimeout: 180_000,
    retry: 1,
  },
});
