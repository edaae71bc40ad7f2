// `model-hub probe`: every source asked once, now, from here.

import process from 'node:process';
import type { Command } from 'commander';
import { own } from '../../src/own.ts';

export function define(program: Command): void {
  program
    .command('probe')
    .description('ask every byte source for its probe file once, keep and print what was found')
    .option('--json', 'print HubHealth as JSON')
    .addHelpText(
      'after',
      '\nExamples:\n  $ model-hub probe\n  $ model-hub probe --json\n\nExits with 1 when a source that has a probe file failed.',
    )
    .action(async ({ json }: { json?: boolean }) => {
      const { readConfig, publicBaseUrl } = await import('../../src/config.ts');
      const { readService } = await import('../read-service.ts');
      const { openEmbeddedStore } = await import('../../functions/hosts/sqlite-store.ts');
      const { Prober } = await import('../../functions/prober.ts');
      const { userAgent } = await import('../../functions/serve.ts');
      const config = readConfig(process.env);
      const service = readService(config);
      const store = openEmbeddedStore(config.embeddedDatabase);
      const prober = new Prober({
        sources: service.sources,
        every: undefined,
        userAgent: userAgent(service, publicBaseUrl(config, service)),
        store: store.health,
      });
      const health = await prober.probeAll();
      store.close();
      const lines = health.order.map((host) => {
        const { ok, reason, checked } = own(health.sources, host)!;
        return `${ok ? 'ok  ' : 'FAIL'}  ${host}  ${reason ?? ''}${checked ? `  (last good ${checked})` : ''}`;
      });
      process.stdout.write(json ? `${JSON.stringify(health)}\n` : `${lines.join('\n')}\n`);
      if (health.order.some((host) => !own(health.sources, host)!.ok)) process.exitCode = 1;
    });
}
