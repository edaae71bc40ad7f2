// `model-hub build`: the static tree and the website.
import process from 'node:process';
import type { Command } from 'commander';

export function define(program: Command): void {
  program
    .command('build')
    .description('build the static tree and the website from the catalog; only what changed is written')
    .option('--json', 'print the report as JSON')
    .addHelpText('after', '\nExamples:\n  $ model-hub build\n  $ HUB_DIST=/srv/hub model-hub build --json')
    .action(async ({ json }: { json?: boolean }) => {
      const { readConfig } = await import('../../src/config.ts');
      const { readService } = await import('../read-service.ts');
      const { createProgress } = await import('../progress.ts');
      const { buildHub } = await import('../build/build-hub.ts');
      const config = readConfig(process.env);
      const report = await buildHub(config, readService(config), createProgress());
      if (json) process.stdout.write(`${JSON.stringify(report)}\n`);
    });
}
