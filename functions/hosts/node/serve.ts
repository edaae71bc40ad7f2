// Serves the hub from one Node process at a port. It opens log, hub and server, and closes them in order.
import process from 'node:process';
import type { Config } from '../../../src/service/config.ts';
import type { Service } from '../../../src/service/service.ts';
import { loadHandlers } from '../../hub/handlers.ts';
import { createAccessLog } from '../../rim/access-log.ts';
import { connectionsWithin, descriptorLimit } from './connections.ts';
import type { MeterSettings } from './hub-meter.ts';

import { type NodeHubSettings, openNodeHub } from './node-hub.ts';
import { addressOf, createHubServer, listen, type ServerBounds } from './node-server.ts';

export interface ServeSettings extends Omit<NodeHubSettings, 'meter'>, MeterSettings {
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
  const meter = config.metrics && new (await import('./hub-meter.ts')).HubMeter(settings);
  const opened = await openNodeHub({ ...settings, meter });
  const { onFault } = opened;
  const log = createAccessLog(settings.writeLog, (error) => onFault(error, 'the access log'));
  const server = createHubServer(opened.hub, meter?.over(log) ?? log, {
    onFault,
    bounds: boundsOf(service, config, writeNotice),
  });
  // Without a listener Node would end the process at an unhandled rejection.
  const onRejection = (error: unknown) => onFault(error, 'no request');
  process.on('unhandledRejection', onRejection);
  const metricsServer = config.metrics && (await meter?.serve(config.metrics, opened.facts));
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
