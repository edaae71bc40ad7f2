// `model-hub build`: builds the static tree and the website.
import process from 'node:process';
import type { Command } from 'commander';
import { shownJson, shownLines } from '../../src/basics/shown-text.ts';
import type { Config } from '../../src/service/config.ts';
import type { Service } from '../../src/service/service.ts';
import type { HubFaults } from '../hub/check-hub.ts';
import { UsageFailure } from '../process/failure.ts';

const EXAMPLES = `
The next build mends the damage that --check finds in HUB_DIST; --repair does both in one go. The old tree is served until
the mended one is whole. Damage in HUB_DATA must be put back from a backup, except in the log: the next build mends one
copy of it from the other.
A hub whose tree is in a bucket needs no tree of its own, but the website: --website builds that alone.

Examples:
  $ model-hub build
  $ HUB_DIST=/srv/hub model-hub build --json
  $ model-hub build --website
  $ model-hub build --check
  $ model-hub build --repair`;

interface Options {
  json?: boolean;
  check?: boolean;
  repair?: boolean;
  website?: boolean;
}

export function define(program: Command): void {
  program
    .command('build')
    .option(
      '--check',
      'read the tree, the website and HUB_DATA back instead, and name every place that is missing or differs',
    )
    .option('--repair', 'check, and make the damaged parts again')
    .option('--website', 'build the website alone, for a hub whose tree is elsewhere')
    .option('--json', 'print the report as JSON')
    .addHelpText('after', EXAMPLES)
    .action(run);
}

async function run({ json = false, check = false, repair = false, website = false }: Options): Promise<void> {
  if (Number(check) + Number(repair) + Number(website) > 1)
    throw new UsageFailure('Give one of --check, --repair and --website.');
  const { readConfig } = await import('../../src/service/config.ts');
  const { readService } = await import('../process/read-service.ts');
  const { createProgress } = await import('../process/progress.ts');
  const config = readConfig(process.env);
  if (website) {
    const { buildWebsite } = await import('../hub/build-hub.ts');
    await buildWebsite(config, createProgress());
    if (json) print({ website: config.dist });
    return;
  }
  const service = readService(config);
  // Nothing can be repaired if there is no finished tree.
  const isAsked = check || (repair && (await hasTree(config)));
  const { torn, lost } = isAsked ? await checkBuilt(config, service, repair) : { torn: [], lost: [] };
  const faults = [...lost, ...torn];
  if (!json) tell(faults);
  if (check) {
    if (json) print({ faults });
    if (faults.length > 0) process.exitCode = 1;
    return;
  }
  const { buildHub } = await import('../hub/build-hub.ts');
  const report = await buildHub(config, service, createProgress());
  if (json) print(repair ? { faults, ...report } : report);
  // A build can't make lost objects anew, so the command fails even after a repair.
  if (lost.length > 0) process.exitCode = 1;
}

async function hasTree({ dist }: Config): Promise<boolean> {
  const { currentStamp } = await import('../packs/tree-layout.ts');
  return currentStamp(dist) !== undefined;
}

const print = (report: object) => void process.stdout.write(shownJson(report));

const SHOWN = 20;

function tell(faults: readonly string[]): void {
  process.stdout.write(shownLines(faults.slice(0, SHOWN)));
  if (faults.length > SHOWN) process.stdout.write(`and ${faults.length - SHOWN} more (--json lists all)\n`);
}

async function checkBuilt(config: Config, service: Service, repair: boolean): Promise<HubFaults> {
  const { checkHub } = await import('../hub/check-hub.ts');
  const { buildWebsite } = await import('../hub/build-hub.ts');
  const { createProgress } = await import('../process/progress.ts');
  const progress = createProgress();
  return checkHub(config, service, progress, repair ? () => buildWebsite(config, progress) : undefined);
}
