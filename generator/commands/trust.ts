// The commands of the group "Trust".
import process from 'node:process';
import type { trustCommands } from '../../src/docs/commands/trust.ts';
import { counted } from '../../src/model/figures.ts';
import { publicBaseUrl } from '../../src/service/config.ts';
import { logName, logSettings, witnessLog } from '../log/keep-log.ts';
import { makeKey, usesOf } from '../log/signers.ts';
import type { RunsOf } from './command-call.ts';

export const trustRuns: RunsOf<typeof trustCommands> = {
  async key(call, name?: string) {
    const made = makeKey(name ?? logName(publicBaseUrl(call.config, call.service)), call.options.out ?? 'signing.key');
    if (!call.isQuiet) process.stderr.write(`${usesOf(made)}\n`);
    call.print(made, [made.verifier]);
  },

  async witness(call) {
    const report = await witnessLog(logSettings(call.config, call.service));
    const asked = report.witnesses.map(
      ({ witness, fault }) => fault ?? `${witness} cosigned ${counted(report.size, 'leaf', 'leaves')}.`,
    );
    call.print(report, [...report.notices, ...asked]);
    if (report.witnesses.some(({ fault }) => fault !== undefined)) process.exitCode = 1;
  },
};
