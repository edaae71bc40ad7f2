// `model-hub build`: the static tree and the website.
import { tmpdir } from 'node:os';
import process from 'node:process';
import type { Command } from 'commander';
import { type Config, publicBaseUrl } from '../../src/config.ts';
import type { Service } from '../../src/service.ts';

export function define(program: Command): void {
  program
    .command('build')
    .description('build the static tree and the website from the catalog; only what changed is written')
    .option('--check', 'read the current tree back instead, and name every place that is missing or differs')
    .option('--json', 'print the report as JSON')
    .addHelpText(
      'after',
      '\nExamples:\n  $ model-hub build\n  $ HUB_DIST=/srv/hub model-hub build --json\n  $ model-hub build --check',
    )
    .action(async ({ json, check }: { json?: boolean; check?: boolean }) => {
      const { readConfig } = await import('../../src/config.ts');
      const { readService } = await import('../read-service.ts');
      const { createProgress } = await import('../progress.ts');
      const { buildHub } = await import('../build/build-hub.ts');
      const config = readConfig(process.env);
      if (check) return checkBuilt(config, readService(config), json === true);
      const report = await buildHub(config, readService(config), createProgress());
      if (json) process.stdout.write(`${JSON.stringify(report)}\n`);
    });
}

const SHOWN = 20;

async function checkBuilt(config: Config, service: Service, json: boolean): Promise<void> {
  const { checkTree } = await import('../build/check-tree.ts');
  const { createProgress } = await import('../progress.ts');
  const task = createProgress().start('Checking');
  const { sourceFacts } = await import('../build/build-hub.ts');
  const { pageSettings } = await import('../build/page-settings.ts');
  const { dist } = config;
  const pages = pageSettings(dist, publicBaseUrl(config, service), service);
  const { onDisk } = await import('../full-disk.ts');
  const faults = await onDisk([{ folder: tmpdir() }], 'Make room and check again.', () =>
    checkTree({ dist, ...sourceFacts(service), pages }, (models) => task.advance(models)),
  );
  task.done(faults.length === 0 ? 'the tree is whole' : `${faults.length} faults`);
  if (json) process.stdout.write(`${JSON.stringify({ faults })}\n`);
  else for (const fault of faults.slice(0, SHOWN)) process.stdout.write(`${fault}\n`);
  if (faults.length > SHOWN && !json) process.stdout.write(`and ${faults.length - SHOWN} more (--json lists all)\n`);
  if (faults.length > 0) process.exitCode = 1;
}
