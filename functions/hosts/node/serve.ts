// Serves the hub from one Node process at a port. It opens log, hub and server, and closes them in order, at a signal if
// the hub is the whole process.
import process from 'node:process';
import type { Config } from '../../../src/service/config.ts';
import type { Service } from '../../../src/service/service.ts';
import { loadHandlers } from '../../hub/handlers.ts';
import { createAccessLog } from '../../rim/access-log.ts';
import { type LineOutput, openLineOutput } from '../../rim/line-output.ts';
import { closeData } from '../../stores/bytes/close-data.ts';
import { connectionsWithin, descriptorLimit } from './connections.ts';
import type { MetricsSettings } from './metrics.ts';
import { type NodeHubSettings, openNodeHub } from './node-hub.ts';
import { addressOf, createHubServer, listen, type ServerBounds } from './node-server.ts';

export interface ServeSettings extends NodeHubSettings, MetricsSettings {
  /** Writes lines of the access log. */
  writeLog: (lines: string) => void;
}

export interface Serving {
  /** The URL at which the server listens. */
  url: string;
  /** The URL of the metrics; undefined without HUB_METRICS. */
  metrics: string | undefined;
  /**
   * Serves for HUB_DRAIN_SECONDS more, while health and connections announce the end. Without that setting it waits
   * only for one more request on each open connection.
   */
  leave(): Promise<void>;
  /** Accepts no more requests, waits for the running requests, and then closes everything. */
  close(): Promise<void>;
}

/** The milliseconds before the handlers load that no request has needed, so that the first redirect comes before them. */
const LOAD_MS = 1000;

/** Starts to serve. Rejects with one sentence if the address is taken, or can't be used on this machine. */
export async function serve(settings: ServeSettings): Promise<Serving> {
  const { config, service, writeNotice } = settings;
  const metrics = config.metrics && new (await import('./metrics.ts')).HubMetrics(settings);
  const opened = await openNodeHub({ ...settings, metrics });
  const { onFault } = opened;
  const log = createAccessLog(settings.writeLog, (error) => onFault(error, 'the access log'));
  const server = createHubServer(opened.hub, metrics?.over(log) ?? log, {
    onFault,
    bounds: boundsOf(service, config, writeNotice),
  });
  // Without a listener Node would end the process at an unhandled rejection.
  const onRejection = (error: unknown) => onFault(error, 'no request');
  process.on('unhandledRejection', onRejection);
  // After a crash the lines that wait in memory are passed on all the same.
  process.on('exit', log.flush);
  const metricsServer = config.metrics && (await metrics?.serve(config.metrics, opened.facts));
  await listen(server, config).catch(async (error: unknown) => {
    // Open stores would keep the process alive.
    opened.stop();
    await Promise.all([opened.close(), metricsServer?.close()]);
    throw error;
  });
  // The system may refuse a connection, for example because descriptors run out. The server goes on.
  server.on('error', (error) => onFault(error, 'a new connection'));
  const url = addressOf(server, config.host);
  opened.begin(url);
  setTimeout(() => void loadHandlers().catch((error: unknown) => onFault(error, 'no request')), LOAD_MS).unref();
  return {
    url,
    metrics: metricsServer?.url,
    async leave() {
      if (config.drainSeconds > 0) opened.leave();
      await server.leave(config.drainSeconds);
    },
    async close() {
      opened.stop();
      await server.end();
      await opened.close();
      await metricsServer?.close();
      log.flush();
      process.off('unhandledRejection', onRejection);
      process.off('exit', log.flush);
    },
  };
}

const CONNECTIONS_PER_ADDRESS = 256;

/** Returns the limits of connections. They are lower if this process's limit of open files demands it. */
function boundsOf(
  { limits }: Service,
  { edge }: Config,
  writeNotice: (line: string) => void,
): Pick<ServerBounds, 'connections' | 'connectionsPerAddress'> {
  return {
    connections: connectionsWithin(descriptorLimit(), limits?.connections, writeNotice),
    connectionsPerAddress: edge ? (limits?.connectionsPerAddress ?? CONNECTIONS_PER_ADDRESS) : undefined,
  };
}

export interface Running {
  /** Returns the text that is logged after the start; gets the URL of the hub. */
  greet?: (url: string) => string;
  /** Returns the number of days that are made but wait for the operator's approval, for the metrics. */
  daysAside?: () => number;
}

/** Serves until SIGINT, SIGTERM or SIGHUP. */
export async function runServer(config: Config, service: Service, { greet, daysAside }: Running = {}): Promise<void> {
  const { log, notices } = openOutputs();
  for (const notice of closeData(config)) notices.write(`${notice}\n`);
  const settings: ServeSettings = {
    config,
    service,
    baseUrl: config.baseUrl ?? service.baseUrl,
    writeLog: (lines) => log.write(lines),
    writeNotice: (line) => notices.write(`${line}\n`),
    lostLines: () => ({ log: log.lost, notices: notices.lost }),
    ...(daysAside && { daysAside }),
  };
  const starting = serve(settings);
  endAtSignal(starting, { log, notices });
  const serving = await starting;
  // After a crash, or at `process.exit`, the lines that wait are written all the same.
  process.once('exit', () => {
    log.flush();
    notices.flush();
  });
  const probes = config.probeSeconds === undefined ? 'off' : `every ${config.probeSeconds} s`;
  const probed = service.sources.filter((source) => source.probe).map((source) => source.host);
  const unprobed = config.probeSeconds === undefined ? [] : service.sources.filter((source) => !source.probe);
  for (const { display, token } of unprobed)
    notices.write(
      `${display} (${token}) has no probe in service.yaml: it is offered whether it is up or not. Name a file to ask for.\n`,
    );
  log.write(
    `Listening on ${serving.url}\nProbes ${probes}: ${probed.join(', ') || 'no source has a probe file'}\n` +
      `${serving.metrics === undefined ? '' : `Metrics at ${serving.metrics}\n`}${greet?.(serving.url) ?? ''}`,
  );
}

interface Outputs {
  log: LineOutput;
  notices: LineOutput;
}

/** If a signal comes during the start, the process ends after at most this many milliseconds. */
const START_MS = 10_000;

/**
 * Ends the process at SIGINT, SIGTERM or SIGHUP. The exit code is 0 if everything could be closed. A hub that is still
 * starting is closed after its start.
 */
function endAtSignal(starting: Promise<Serving>, { log, notices }: Outputs): void {
  // The caller handles a rejection of `starting`, and reports the error.
  const started = starting.catch(() => undefined);
  let isStopping = false;
  const stop = async (signal: NodeJS.Signals) => {
    // A second signal ends the process at once.
    if (isStopping) process.exit(1);
    isStopping = true;
    const late = setTimeout(() => process.exit(0), START_MS);
    const serving = await started;
    clearTimeout(late);
    if (serving === undefined) return;
    // Ctrl+C (SIGINT) skips `leave`, which waits some seconds so that proxies notice that the hub is about to end.
    if (signal !== 'SIGINT') await serving.leave();
    const fault = await serving.close().catch((error: unknown) => error ?? 'it can not be closed');
    if (fault !== undefined) notices.write(`fault at the end: ${(fault as Error).stack ?? fault}\n`);
    await Promise.all([log.end(), notices.end()]);
    process.exit(fault === undefined ? 0 : 1);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop);
  whenLeft(() => {
    if (!isStopping) void stop('SIGTERM');
  });
}

const LOOK_EVERY_MS = 500;

/**
 * Calls `end` when npm has ended. npm started this process through a shell, and a signal to npm ends only that shell.
 */
function whenLeft(end: () => void): void {
  // On Windows `process.ppid` stays the same after the parent has ended.
  if (process.env.npm_lifecycle_event === undefined || process.platform === 'win32') return;
  const parent = process.ppid;
  const looking = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(looking);
    end();
  }, LOOK_EVERY_MS).unref();
}

/** Opens standard output for the log and standard error for notices. Each reports what the other one lost. */
function openOutputs(): Outputs {
  const open = (fd: number, name: string, lines: string, other: () => LineOutput) =>
    openLineOutput({ fd, name, lines, tell: (sentence) => other().write(`${sentence}\n`) });
  const log: LineOutput = open(1, 'Standard output', 'log lines', () => notices);
  const notices: LineOutput = open(2, 'Standard error', 'notices', () => log);
  return { log, notices };
}
