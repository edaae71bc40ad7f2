// `model-hub build`: builds the static tree and the website.
import process from 'node:process';
import type { Command } from 'commander';
import { shownJson } from '../../src/basics/shown-text.ts';

const EXAMPLES = `
A build reuses what is there. If a file in HUB_DIST is damaged, remove "current" there and build: everything is compared, and
made again where it differs. "model-hub archive verify" looks for damage in HUB_DATA.
A hub whose tree is in a bucket needs no tree of its own, but the website: --website builds that alone.

Examples:
  $ model-hub build
  $ HUB_DIST=/srv/hub model-hub build --json
  $ model-hub build --website`;

export function define(program: Command): void {
  program
    .command('build')
    .option('--website', 'build the website alone, for a hub whose tree is elsewhere')
    .option('--json', 'print the report as JSON')
    .addHelpText('after', EXAMPLES)
    .action(run);
}

async function run({ json, website }: { json?: true; website?: true }): Promise<void> {
  const { readConfig } = await import('../../src/service/config.ts');
  const { readService } = await import('../process/read-service.ts');
  const { createProgress } = await import('../process/progress.ts');
  const { buildHub, buildWebsite } = await import('../hub/build-hub.ts');
  const config = readConfig(process.env);
  const progress = createProgress();
  const report = website
    ? await buildWebsite(config, progress).then(() => ({ website: config.dist }))
    : await buildHub(config, readService(config), progress);
  if (json) process.stdout.write(shownJson(report));
}
