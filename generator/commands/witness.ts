// `model-hub witness`: sends the newest checkpoint to the witnesses again.

import process from 'node:process';
import type { Command } from 'commander';
import { counted } from '../../src/model/figures.ts';
import { readConfig } from '../../src/service/config.ts';
import { printReport } from './options/print-report.ts';

const EXAMPLES = `
A build asks the witnesses of service.yaml (log.witnesses); each later build asks again those that did not cosign. This asks
all of them now, and publishes their cosignatures; it exits with 1 when one is missing. A log that a witness contradicts
is not published.

Examples:
  $ model-hub witness
  $ model-hub witness --json`;

export function define(program: Command): void {
  program.command('witness').option('--json', 'report as JSON').addHelpText('after', EXAMPLES).action(run);
}

async function run({ json }: { json?: true }): Promise<void> {
  const { readService } = await import('../process/read-service.ts');
  const { logSettings, witnessLog } = await import('../log/keep-log.ts');
  const config = readConfig(process.env);
  const report = await witnessLog(logSettings(config, readService(config)));
  const asked = report.witnesses.map(
    ({ witness, fault }) => fault ?? `${witness} cosigned ${counted(report.size, 'leaf', 'leaves')}.`,
  );
  const lines = [...report.notices, ...asked];
  printReport(json, report, lines);
  if (report.witnesses.some(({ fault }) => fault !== undefined)) process.exitCode = 1;
}
