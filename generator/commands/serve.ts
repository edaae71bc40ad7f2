// `model-hub serve`: the hub on a port, until it is told to stop.
import process from 'node:process';
import type { Command } from 'commander';
import type { LineOutput } from '../../functions/hosts/node/output/line-output.ts';
import type { Config } from '../../src/service/config.ts';
import type { Service } from '../../src/service/service.ts';

export function define(program: Command): void {
  program
    .command('serve')
    .description('serve the built tree; a newer build is picked up while it runs')
    .addHelpText(
      'after',
      '\nExamples:\n  $ model-hub serve\n  $ HOST=0.0.0.0 PORT=8080 HUB_BASE_URL=https://hub.example model-hub serve',
    )
    .action(serveFromEnvironment);
}

/** Serves what the environment says. */
export async function serveFromEnvironment(): Promise<void> {
  const { readConfig } = await import('../../src/service/config.ts');
  const { keptService } = await import('../hub/kept-service.ts');
  const config = readConfig(process.env);
  await runServer(config, await keptService(config, config.dist));
}

/** Serves until SIGINT or SIGTERM; `greet` is told the address and adds lines to the first words. */
export async function runServer(config: Config, service: Service, greet?: (url: string) => string): Promise<void> {
  const { serve } = await import('../../functions/hosts/node/serve.ts');
  const { existsSync } = await import('node:fs');
  const { Failure } = await import('../process/failure.ts');
  if ('folder' in config.tree && !existsSync(`${config.tree.folder}/current`))
    throw new Failure(
      `There is no tree in ${config.tree.folder}: run "model-hub build" first, or set HUB_DIST or HUB_TREE.`,
    );
  const { log, notices } = await openOutputs();
  const serving = await serve({
    config,
    service,
    baseUrl: config.baseUrl ?? service.baseUrl,
    writeLog: (lines) => log.write(lines),
    writeNotice: (line) => notices.write(`${line}\n`),
  });
  const probes = config.probeSeconds === undefined ? 'off' : `every ${config.probeSeconds} s`;
  const probed = service.sources.filter((source) => source.probe).map((source) => source.host);
  const unprobed = config.probeSeconds === undefined ? [] : service.sources.filter((source) => !source.probe);
  for (const { display, token } of unprobed)
    notices.write(
      `${display} (${token}) has no probe in service.yaml: it is offered whether it is up or not. Name a file to ask for.\n`,
    );
  log.write(
    `Listening on ${serving.url}\nProbes ${probes}: ${probed.join(', ') || 'no source has a probe file'}\n${greet?.(serving.url) ?? ''}`,
  );
  let isStopping = false;
  const stop = async (signal: NodeJS.Signals) => {
    // A second signal ends it at once.
    if (isStopping) process.exit(1);
    isStopping = true;
    // Who ends it by hand does not wait for others to notice.
    if (signal === 'SIGTERM') await serving.leave();
    const fault = await serving.close().catch((error: unknown) => error ?? 'it can not be closed');
    if (fault !== undefined) notices.write(`fault at the end: ${(fault as Error).stack ?? fault}\n`);
    await Promise.all([log.end(), notices.end()]);
    process.exit(fault === undefined ? 0 : 1);
  };
  process.on('SIGINT', stop).on('SIGTERM', stop);
}

/** Standard output for the log and standard error for notices; what befalls one is told on the other. */
async function openOutputs(): Promise<{ log: LineOutput; notices: LineOutput }> {
  const { openLineOutput } = await import('../../functions/hosts/node/output/line-output.ts');
  const log = openLineOutput({
    ...{ fd: 1, name: 'Standard output', lines: 'log lines' },
    tell: (sentence) => notices.write(`${sentence}\n`),
  });
  const notices = openLineOutput({
    ...{ fd: 2, name: 'Standard error', lines: 'notices' },
    tell: (sentence) => log.write(`${sentence}\n`),
  });
  return { log, notices };
}
