// `npm test` runs every test below tests/ without the tag `all`, `npm run test:all` those with the tag. The client
// tests have a command of their own.
import { globSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import process from 'node:process';
import { defineConfig } from 'vitest/config';
import { chromiumMissing } from './browser/installed-chromium.ts';
import { compileCache } from './fixtures/compile-cache.ts';
import { hasRepeats } from './fixtures/in-all.ts';
import { secondTries } from './fixtures/second-tries.ts';
import { skippedParts } from './fixtures/skipped-parts.ts';
import { slowestFiles } from './fixtures/slowest-files.ts';
import { temporaryFolder } from './fixtures/temporary.ts';

const TESTS = 'tests/**/*.test.ts';

const files = globSync(TESTS).map((path) => ({ path, text: readFileSync(path, 'utf8') }));
/** The test files of this run; `npm run test:all` loads only those that have a test for it. */
const wanted = process.env.TEST_ALL ? files.filter(({ text }) => hasRepeats(text)) : files;
/**
 * Files that replace a module, which must not reach other files, or that say that they need modules in their initial
 * state.
 */
const isApart = ({ text }: { text: string }) => /^vi\.mock\(|^\/\/ @isolated$/m.test(text);
const paths = (some: typeof files) => some.map(({ path }) => path);

export default defineConfig({
  test: {
    // A thread shares its loaded modules, often hundreds, among all files that it runs.
    projects: [
      {
        extends: true,
        test: { name: 'shared', include: paths(wanted.filter((file) => !isApart(file))), isolate: false },
      },
      { extends: true, test: { name: 'apart', include: paths(wanted.filter(isApart)) } },
    ],
    exclude: chromiumMissing() ? ['tests/browser/**'] : [],
    // More workers than cores, since most tests wait for others, for disks and for browsers; scenarios of faults have
    // time limits.
    maxWorkers: availableParallelism() + (process.env.TEST_ALL ? 1 : 2),
    tags: [{ name: 'all', description: 'says again, on other hosts or for longer, what npm test has said' }],
    unstubEnvs: true,
    unstubGlobals: true,
    // No test asserts a time, so a busy machine must not make one fail.
    testTimeout: 60_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 30_000 } },
    // Among 8,000 tests, one that meets a rare moment of a busy machine must not cost a whole run. Each gets a second
    // try, and the report names those that needed it.
    retry: 1,
    env: { ...compileCache, TMPDIR: temporaryFolder() },
    reporters: ['default', slowestFiles, secondTries, skippedParts],
    globalSetup: ['tests/fixtures/global-setup.ts'],
  },
});
