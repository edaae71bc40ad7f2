// Answers GET /metrics at a separate address, which is only for the operator's Prometheus.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { Config } from '../../../src/service/config.ts';
import { addressOf } from './listening.ts';

export interface MetricsServer {
  /** The URL of the metrics. */
  url: string;
  close(): Promise<void>;
}

/** The limits of a scrape, which has a few headers and no body. */
const BOUNDS = { maxHeaderSize: 8192, headersTimeout: 5000, requestTimeout: 5000, keepAliveTimeout: 30_000 };
const TYPE = 'text/plain; version=0.0.4; charset=utf-8';

/**
 * Serves the metrics; `read` returns them as text. Rejects with one sentence if the address is taken, or can't be used
 * on this machine.
 */
export async function serveMetrics(
  { host, port }: NonNullable<Config['metrics']>,
  read: () => Promise<string>,
): Promise<MetricsServer> {
  let reading: Promise<string> | undefined;
  const server = createServer(BOUNDS, async (request, response) => {
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    if (!isRead || request.url?.split('?')[0] !== '/metrics')
      return void response.writeHead(404, { 'Content-Type': 'text/plain' }).end('The metrics are at /metrics.\n');
    // Callers that come before this reading ends share its result.
    reading ??= read().finally(() => {
      reading = undefined;
    });
    try {
      const text = await reading;
      response.writeHead(200, { 'Content-Type': TYPE, 'Content-Length': Buffer.byteLength(text) }).end(text);
    } catch (error) {
      response.writeHead(500, { 'Content-Type': 'text/plain' }).end(`${(error as Error).message}\n`);
    }
  });
  // The server must not keep a process alive that failed to start.
  server.listen({ host, port }).unref();
  try {
    await once(server, 'listening');
  } catch (error) {
    throw new Error(
      `Nothing can listen at HUB_METRICS, ${host}, port ${port} (${(error as NodeJS.ErrnoException).code}): ` +
        'set it to a free port of this machine.',
    );
  }
  return {
    url: `${addressOf(server, host)}/metrics`,
    async close() {
      server.closeAllConnections();
      await once(server.close(), 'close');
    },
  };
}
