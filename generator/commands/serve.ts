// `model-hub serve`: the hub on a port, until it is told to stop.
import { writeSync } from 'node:fs';
import process from 'node:process';
import type { Command } from 'commander';
import type { Config } from '../../src/config.ts';
import type { Service } from '../../src/service.ts';

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
  const { readConfig } = await import('../../src/config.ts');
  const { readService } = await import('../read-service.ts');
  const config = readConfig(process.env);
  await runServer(config, readService(config));
}

/** Serves until SIGINT or SIGTERM; `greet` is told the address and adds lines to the first words. */
export async function runServer(config: Config, service: Service, greet?: (url: string) => string): Promise<void> {
  const { serve } = await import('../../functions/serve.ts');
  const { existsSync } = await import('node:fs');
  const { Failure } = await import('../failure.ts');
  if (!existsSync(`${config.dist}/current`))
    throw new Failure(`There is no tree in ${config.dist}: run "model-hub build" first, or set HUB_DIST.`);
  const serving = await serve({
    config,
    service,
    baseUrl: config.baseUrl ?? service.baseUrl,
    writeLog: (lines) => write(1, lines),
    writeNotice: (line) => write(2, `${line}\n`),
  });
  const probes = config.probeSeconds === undefined ? 'off' : `every ${config.probeSeconds} s`;
  const probed = service.sources.filter((source) => source.probe).map((source) => source.host);
  const unprobed = config.probeSeconds === undefined ? [] : service.sources.filter((source) => !source.probe);
  for (const { display, token } of unprobed)
    write(
      2,
      `${display} (${token}) has no probe in service.yaml: it is offered whether it is up or not. Name a file to ask for.\n`,
    );
  write(
    1,
    `Listening on ${serving.url}\nProbes ${probes}: ${probed.join(', ') || 'no source has a probe file'}\n${greet?.(serving.url) ?? ''}`,
  );
  const stop = () => {
    // A second signal ends it at once.
    process.once('SIGINT', () => process.exit(1));
    void serving.close().then(() => process.exit(0));
  };
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
}

/** Writes at once; a reader of the log that went away is no reason to stop serving. */
function write(fd: number, text: string): void {
  try {
    writeSync(fd, text);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'EPIPE' && code !== 'EAGAIN') throw error;
  }
}
