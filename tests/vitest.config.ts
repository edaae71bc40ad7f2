// Settings of vitest: `npm test` runs every test below tests/ without the tag `all`, `npm run test:all` those with
// the tag. `npm run test:clients` runs the client tests.
import { globSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import process from 'node:process';
import { defineConfig } from 'vitest/config';
import { chromiumMissing } from './browser/installed-chromium.ts';
import { compileCache } from './fixtures/compile-cache.ts';
import { hasRepeats } from './fixtures/in-all.ts';
import { runNotes } from './fixtures/run-notes.ts';
import { temporaryFolder } from './fixtures/temporary.ts';

const TESTS = 'tests/**/*.test.ts';

const files = globSync(TESTS).map((path) => ({ path, text: readFileSync(path, 'utf8') }));
/** The test files of this run. `npm run test:all` loads only files with a test for it. */
const wanted = process.env.TEST_ALL ? files.filter(({ text }) => hasRepeats(text)) : files;
/**
 * True for a file that must share no modules with others: it replaces a module, or its comment `@isolated` says
 * that it needs modules in their initial state.
 */
const isApart = ({ text }: { text: string }) => /^vi\.mock\(|^\/\/ @isolated$/m.test(text);
const paths = (some: typeof files) => some.map(({ path }) => path);

export default defineConfig({
  test: {
    // The files that one thread runs share their loaded modules, often hundreds.
    projects: [
      {
        extends: true,
        test: { name: 'shared', include: paths(wanted.filter((file) => !isApart(file))), isolate: false },
      },
      { extends: true, test: { name: 'apart', include: paths(wanted.filter(isApart)) } },
    ],
    exclude: chromiumMissing() ? ['tests/browser/**'] : [],
    // There are more workers than cores, because most tests wait for processes, disks and browsers. `test:all` has
    // one worker less, because its tests of faults have time limits.
    maxWorkers: availableParallelism() + (process.env.TEST_ALL ? 1 : 2),
    tags: [{ name: 'all', description: 'says again, on other hosts or for longer, what npm test has said' }],
    unstubEnvs: true,
    unstubGlobals: true,
    // No test asserts a duration, and these limits are long. So a busy machine makes no test fail.
    testTimeout: 60_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 30_000 } },
    // A rare delay on a busy machine must not fail a whole run of 8,000 tests. Each test gets a second try, and the
    // report names the tests that needed it.
    retry: 1,
    env: { ...compileCache, TMPDIR: temporaryFolder() },
    reporters: ['default', runNotes],
    globalSetup: ['tests/fixtures/global-setup.ts'],
  },
});
