// `model-hub witness`: sends the newest checkpoint to the witnesses again.

import process from 'node:process';
import { counted } from '../../src/model/figures.ts';
import { readConfig } from '../../src/service/config.ts';
import { printReport } from './options/print-report.ts';

export async function run({ json }: { json?: true }): Promise<void> {
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
