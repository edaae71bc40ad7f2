/** Runs the client tests apart from `npm test`, one file after another, because they share two cores and a network. */
import { defineConfig } from 'vitest/config';
import { runNotes } from '../fixtures/run-notes.ts';

export default defineConfig({
  test: {
    include: ['tests/clients/*.clients.ts'],
    globalSetup: ['tests/clients/setup.ts', 'tests/fixtures/global-setup.ts'],
    reporters: ['verbose', 'json', runNotes],
    fileParallelism: false,
    testTimeout: 180_000,
    hookTimeout: 180_000,
    retry: 1,
  },
});
