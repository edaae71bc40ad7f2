// `model-hub serve`: runs the hub on a port until a signal ends it.
import process from 'node:process';
import type { Config } from '../../src/service/config.ts';
import type { Service } from '../../src/service/service.ts';

/** Serves the hub that the environment describes. */
export async function serveConfigured(): Promise<void> {
  const { readConfig } = await import('../../src/service/config.ts');
  const { keptService } = await import('../hub/kept-service.ts');
  const config = readConfig(process.env);
  await serveBuilt(config, await keptService(config, config.dist));
}

/**
 * Serves the built tree. `greet` gets the hub's URL, and returns text that is printed when the hub listens. Without a
 * tree, the hub answers 503 until a build has made one.
 */
export async function serveBuilt(
  config: Config,
  service: Service,
  running: { greet?: (url: string) => string } = {},
): Promise<void> {
  const { missingTree } = await import('../../functions/stores/tree/folder-tree.ts');
  const missing = missingTree(config.tree);
  if (missing !== undefined) process.stderr.write(`model-hub: ${missing}\n`);
  const { runLocalServer: runServer } = await import('../../functions/hosts/local-hub.ts');
  const aside = config.metrics && (await import('../aside/kept-aside.ts'));
  const daysAside = () => Number(aside?.readAside(config.data) !== undefined);
  await runServer(config, service, { ...running, ...(aside && { daysAside }) });
}
