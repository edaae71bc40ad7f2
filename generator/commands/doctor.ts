// `model-hub doctor`: examines a hub and its surroundings, and says what to do.
import process from 'node:process';
import type { Command } from 'commander';
import { printReport } from './options/print-report.ts';

const EXAMPLES = `
All checks run at once, each for ten seconds at most, and change nothing. Run it as the user that the hub runs as, with the
same variables. It exits with 1 when a check fails; a warning alone is no failure.

Examples:
  $ model-hub doctor
  $ model-hub doctor --json
  $ sudo -u model-hub env $(cat /etc/model-hub/environment) npx model-hub doctor`;

export function define(program: Command): void {
  program.command('doctor').option('--json', 'report as JSON').addHelpText('after', EXAMPLES).action(run);
}

async function run({ json }: { json?: true }): Promise<void> {
  const { examine, findingLines } = await import('../doctor/examine.ts');
  const findings = await examine(process.env);
  printReport(json, { findings }, findings.flatMap(findingLines));
  if (findings.some(({ state }) => state === 'fail')) process.exitCode = 1;
}
