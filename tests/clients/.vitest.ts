/** The client tests: apart from `npm test`, one file after another, because they share two cores and a network. Accounts and buckets come once more: by now there may be a PostgreSQL, and a real S3 server. */
import { defineConfig } from 'vitest/config';
import { skippedParts } from '../fixtures/skipped-parts.ts';

export default defineConfig({
  test: {
    include: [
      'tests/clients/*.clients.ts',
      'tests/accounts/{store,instances,migrations,serve,served-together,together}.test.ts',
      'tests/buckets/*.test.ts',
      'tests/contract/run.test.ts',
    ],
    globalSetup: ['tests/clients/setup.ts', 'tests/fixtures/global-setup.ts'],
    reporters: ['verbose', 'json', skippedParts],
    fileParallelism: false,
    testTimeout: 180_000,
    hookTimeout: 180_000,
  },
});
