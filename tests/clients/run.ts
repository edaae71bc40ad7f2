/**
 * `npm run test:clients`: runs real clients against a served hub. The last line counts passed, failed and skipped
 * tests.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const project = fileURLToPath(new URL('../..', import.meta.url));
const vitest = join(project, 'node_modules/vitest/vitest.mjs');

interface Totals {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly numPendingTests: number;
  readonly success: boolean;
}

/** Runs the suite. The words after `--` go to vitest, to select a client. */
async function runSuite(words: readonly string[], report: string): Promise<Totals> {
  const config = 'tests/clients/.vitest.ts';
  const child = spawn(process.execPath, [vitest, 'run', '--config', config, `--outputFile.json=${report}`, ...words], {
    cwd: project,
    stdio: 'inherit',
  });
  await once(child, 'close');
  return JSON.parse(await readFile(report, 'utf8')) as Totals;
}

const folder = await mkdtemp(join(tmpdir(), 'model-hub-clients-'));
try {
  const totals = await runSuite(process.argv.slice(2), join(folder, 'report.json'));
  // A file that breaks before its first test has no failed test, so a failed run counts as one failure at least.
  const failed = Math.max(totals.numFailedTests, totals.success ? 0 : 1);
  console.log(`${totals.numPassedTests} passed, ${failed} failed, ${totals.numPendingTests} skipped`);
  process.exitCode = failed === 0 ? 0 : 1;
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  console.log('0 passed, 1 failed, 0 skipped');
  process.exitCode = 1;
} finally {
  await rm(folder, { recursive: true, force: true });
}
