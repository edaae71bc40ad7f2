// `model-hub serve`: runs the hub on a port until a signal ends it.
import process from 'node:process';
import type { Command } from 'commander';
import type { Config } from '../../src/service/config.ts';
import type { Service } from '../../src/service/service.ts';

const MOST_WORKERS = 64;

export function define(program: Command): void {
  program
    .command('serve')
    .option(
      '--workers <n>',
      `threads that answer at one port, 1 to ${MOST_WORKERS}: one for each core that is free`,
      '1',
    )
    .addHelpText(
      'after',
      '\nExamples:\n  $ model-hub serve\n  $ model-hub serve --workers 4\n  $ HOST=0.0.0.0 PORT=8080 HUB_BASE_URL=https://hub.example model-hub serve',
    )
    .action(serveFromEnvironment);
}

/**
 * Serves the hub that the environment describes, with `workers` threads. Rejects with a UsageFailure if `workers` is
 * not a whole number from 1 to 64.
 */
export async function serveFromEnvironment({ workers = '1' } = {}): Promise<void> {
  const count = /^\d{1,2}$/.test(workers) ? Number(workers) : 0;
  if (count < 1 || count > MOST_WORKERS) {
    const { UsageFailure } = await import('../process/failure.ts');
    throw new UsageFailure(
      `--workers must be a whole number from 1 to ${MOST_WORKERS}, such as --workers 2, and not ${JSON.stringify(workers)}.`,
    );
  }
  const { readConfig } = await import('../../src/service/config.ts');
  const { keptService } = await import('../hub/kept-service.ts');
  const config = readConfig(process.env);
  await serveBuilt(config, await keptService(config, config.dist), { workers: count });
}

/**
 * Serves the built tree. `greet` gets the hub's URL, and returns text that is printed when the hub listens. Rejects
 * with a Failure if no tree is built.
 */
export async function serveBuilt(
  config: Config,
  service: Service,
  running: { workers?: number; greet?: (url: string) => string },
): Promise<void> {
  const { missingTree } = await import('../../functions/stores/tree/node-tree.ts');
  const missing = missingTree(config.tree);
  if (missing !== undefined) {
    const { Failure } = await import('../process/failure.ts');
    throw new Failure(missing);
  }
  const { runLocalServer: runServer } = await import('../../functions/hosts/local-hub.ts');
  const aside = config.metrics && (await import('../aside/kept-aside.ts'));
  const daysAside = () => Number(aside?.readAside(config.data) !== undefined);
  await runServer(config, service, { ...running, ...(aside && { daysAside }) });
}
