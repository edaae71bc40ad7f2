// `npm test` runs every test below tests/ without the tag `all`, `npm run test:all` those that have it. The client tests have a command of their own.
import { globSync, readFileSync } from 'node:fs';
import process from 'node:process';
import { defineConfig } from 'vitest/config';
import { chromiumMissing } from './browser/installed-chromium.ts';
import { compileCache } from './fixtures/compile-cache.ts';
import { hasRepeats } from './fixtures/in-all.ts';
import { skippedParts } from './fixtures/skipped-parts.ts';
import { slowestFiles } from './fixtures/slowest-files.ts';
import { temporaryFolder } from './fixtures/temporary.ts';

/** The test files that `pattern` finds: of `npm run test:all` only those that have a test for it, since the others would be loaded in vain. */
const testFiles = (pattern: string) =>
  process.env.TEST_ALL ? globSync(pattern).filter((path) => hasRepeats(readFileSync(path, 'utf8'))) : [pattern];

export default defineConfig({
  test: {
    // Browsers need a machine to themselves, or moving pages measure the machine; the others mostly wait.
    projects: [
      {
        extends: true,
        test: {
          ...{ name: 'others', include: testFiles('tests/**/*.test.ts'), exclude: ['tests/browser/**'] },
          ...{ maxWorkers: 2, sequence: { groupOrder: 1 } },
        },
      },
      {
        extends: true,
        test: {
          name: 'browser',
          include: chromiumMissing() ? [] : testFiles('tests/browser/**/*.test.ts'),
          maxWorkers: 1,
          sequence: { groupOrder: 2 },
        },
      },
    ],
    tags: [{ name: 'all', description: 'says again, on other hosts or for longer, what npm test has said' }],
    // Nothing here asserts a time; a busy machine is no reason to fail.
    testTimeout: 60_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 30_000 } },
    // A browser on a busy machine now and then loses an event. A test that hangs gets one more try, which the report
    // names; one that fails does not.
    retry: { count: 1, condition: /timed out|Timeout \d+ms exceeded/ },
    env: { ...compileCache, TMPDIR: temporaryFolder() },
    // What is polled for is waited for on a busy machine.
    expect: { poll: { timeout: 20_000 } },
    reporters: ['default', slowestFiles, skippedParts],
    globalSetup: ['tests/fixtures/global-setup.ts'],
  },
});
