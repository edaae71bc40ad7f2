// `model-hub probe`: every source asked once, now, from here.

import process from 'node:process';
import type { Command } from 'commander';
import type { Prober } from '../../functions/sources/prober.ts';
import { own } from '../../src/basics/own.ts';
import { shownJson, shownLines } from '../../src/basics/shown-text.ts';
import type { HubHealth } from '../../src/shapes/health.ts';
import { Failure } from '../process/failure.ts';

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
      const { readConfig, publicBaseUrl } = await import('../../src/service/config.ts');
      const { readService } = await import('../process/read-service.ts');
      const { openStores } = await import('../../functions/stores/open-stores.ts');
      const { Prober } = await import('../../functions/sources/prober.ts');
      const { version } = await import('../../functions/hosts/node/node-hub.ts');
      const { missingTree, openTree } = await import('../../functions/stores/tree/node-tree.ts');
      const { heldFilesIn } = await import('../../functions/sources/held-files.ts');
      const { userAgent } = await import('../../functions/sources/user-agent.ts');
      const config = readConfig(process.env);
      const service = readService(config);
      const stores = openStores({ config, notice() {}, onFault() {} });
      const tree =
        'folder' in config.tree && missingTree(config.tree) === undefined ? openTree(config.tree.folder) : undefined;
      const prober = new Prober({
        sources: service.sources,
        every: undefined,
        held: heldFilesIn(() => tree),
        userAgent: userAgent(service, publicBaseUrl(config, service), version),
        store: stores.health,
      });
      let lost = 0;
      const health = await restoredAndProbed(prober).finally(async () => {
        lost = await stores.close();
      });
      const lines = health.order.map((host) => {
        const { ok, reason, checked } = own(health.sources, host)!;
        return `${ok ? 'ok  ' : 'FAIL'}  ${host}  ${reason ?? ''}${checked ? `  (last good ${checked})` : ''}`;
      });
      process.stdout.write(json ? shownJson(health) : shownLines(lines));
      if (lost > 0)
        throw new Failure(`What was found is not kept: ${config.embeddedDatabase} can't be written just now.`);
      if (health.order.some((host) => !own(health.sources, host)!.ok)) process.exitCode = 1;
    });
}

async function restoredAndProbed(prober: Prober): Promise<HubHealth> {
  await prober.restore();
  return prober.probeAll();
}
