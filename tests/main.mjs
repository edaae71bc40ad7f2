// The command `npm test`: runs formatter, linter, type checker and tests, and prints their times. `npm run
// test:all` runs the tests that `npm test` leaves out. Words after `--` go to vitest, and then only the tests run.
// This file is plain JavaScript, because the oldest supported Node does not run TypeScript.
import { spawnSync } from 'node:child_process';
import module, { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import process from 'node:process';

/** @typedef {{ name: string, package: string, program: string, words: string[] }} Step A program of a package, and the words it is started with. */

// Child processes find Node's compile cache by this variable.
const { directory } = module.enableCompileCache();
if (directory) process.env.NODE_COMPILE_CACHE ??= directory;

const require = createRequire(import.meta.url);
const isAll = process.argv[2] === '--all';
const words = process.argv.slice(isAll ? 3 : 2);
process.env.TEST_ALL = isAll ? 'yes' : '';

/** @type {Step} */
const tests = {
  name: 'tests',
  package: 'vitest',
  program: 'vitest',
  words: ['run', '--config', 'tests/vitest.config.ts', '--tags-filter', isAll ? 'all' : '!all', ...words],
};
/** @type {Step[]} */
const checks = [
  { name: 'formatter and linter', package: '@biomejs/biome', program: 'biome', words: ['check', '.'] },
  { name: 'types', package: 'typescript', program: 'tsc', words: ['--noEmit'] },
];

/**
 * Runs `step` and gives the seconds it took. Ends the whole run when it fails.
 * @param {Step} step
 */
function run(step) {
  const begun = performance.now();
  const { status, error } = spawnSync(process.execPath, [programOf(step), ...step.words], {
    cwd: join(import.meta.dirname, '..'),
    stdio: 'inherit',
  });
  if (error) throw error;
  if (status !== 0) process.exit(status ?? 1);
  return (performance.now() - begun) / 1000;
}

/**
 * The module that a package runs as `program`.
 * @param {Step} step
 */
function programOf({ package: name, program }) {
  const manifest = require.resolve(`${name}/package.json`);
  return join(dirname(manifest), require(manifest).bin[program]);
}

const steps = isAll || words.length > 0 ? [tests] : [...checks, tests];
const times = steps.map((step) => `${step.name} ${run(step).toFixed(1)} s`);
if (steps.length > 1) console.log(`Time: ${times.join(', ')}`);
