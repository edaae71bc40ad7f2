// `npm test` runs every test below tests/ without the tag `all`, `npm run test:all` those that have it. The client tests have a command of their own.
import { globSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import process from 'node:process';
import { defineConfig } from 'vitest/config';
import { chromiumMissing } from './browser/installed-chromium.ts';
import { compileCache } from './fixtures/compile-cache.ts';
import { hasRepeats } from './fixtures/in-all.ts';
import { skippedParts } from './fixtures/skipped-parts.ts';
import { slowestFiles } from './fixtures/slowest-files.ts';
import { temporaryFolder } from './fixtures/temporary.ts';

const TESTS = 'tests/**/*.test.ts';

/** Every test file; `npm run test:all` loads only the files that have a test for it. */
const testFiles = () =>
  process.env.TEST_ALL ? globSync(TESTS).filter((path) => hasRepeats(readFileSync(path, 'utf8'))) : [TESTS];

export default defineConfig({
  test: {
    include: testFiles(),
    exclude: chromiumMissing() ? ['tests/browser/**'] : [],
    // One more than cores: most tests wait for others, for disks and for browsers.
    maxWorkers: availableParallelism() + 1,
    tags: [{ name: 'all', description: 'says again, on other hosts or for longer, what npm test has said' }],
    // Nothing here asserts a time; a busy machine is no reason to fail.
    testTimeout: 60_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 30_000 } },
    // A browser on a busy machine now and then loses an event. A test that hangs gets one more try, which the report
    // names; one that fails does not.
    retry: { count: 1, condition: /timed out|Timeout \d+ms exceeded/ },
    env: { ...compileCache, TMPDIR: temporaryFolder() },
    reporters: ['default', slowestFiles, skippedParts],
    globalSetup: ['tests/fixtures/global-setup.ts'],
  },
});
