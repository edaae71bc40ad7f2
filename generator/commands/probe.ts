// `model-hub probe`: asks every source once for its probe file, from this machine.

import process from 'node:process';
import type { Command } from 'commander';
import { own } from '../../src/basics/own.ts';
import { shownJson, shownLines } from '../../src/basics/shown-text.ts';
import { Failure } from '../process/failure.ts';

export function define(program: Command): void {
  program
    .command('probe')
    .option('--json', 'print HubHealth as JSON')
    .addHelpText(
      'after',
      '\nExamples:\n  $ model-hub probe\n  $ model-hub probe --json\n\nExits with 1 when a source that has a probe file failed.',
    )
    .action(async ({ json }: { json?: boolean }) => {
      const { readConfig } = await import('../../src/service/config.ts');
      const { readService } = await import('../process/read-service.ts');
      const { probeLocalSources: probeSources } = await import('../../functions/hosts/local-hub.ts');
      const config = readConfig(process.env);
      const { health, lost } = await probeSources(config, readService(config));
      const lines = health.order.map((host) => {
        const { ok, reason, checked } = own(health.sources, host)!;
        return `${ok ? 'ok  ' : 'FAIL'}  ${host}  ${reason ?? ''}${checked ? `  (last good ${checked})` : ''}`;
      });
      process.stdout.write(json ? shownJson(health) : shownLines(lines));
      if (lost > 0)
        throw new Failure(`The results are not kept: ${config.embeddedDatabase} can't be written just now.`);
      if (health.order.some((host) => !own(health.sources, host)!.ok)) process.exitCode = 1;
    });
}
