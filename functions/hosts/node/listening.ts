// Where a Node server listens: the address taken, or a sentence why not, and let go of when the last transfer is through.
import type { Server as HttpServer } from 'node:http';
import type { AddressInfo, Server } from 'node:net';
import type { Config } from '../../../src/service/config.ts';

const GRACE_MS = 10_000;

/** New connections that may wait to be taken; the kernel has a bound of its own. Beyond it a caller waits for seconds. */
const BACKLOG = 4096;

/**
 * Listens; with `reusePort` beside others that do, of which the system gives each its share of new connections. Rejects
 * with one sentence when the address is taken or not ours to use.
 */
export function listen(
  server: Server,
  { host, port }: Pick<Config, 'host' | 'port'>,
  { reusePort = false } = {},
): Promise<void> {
  return new Promise((resolve, reject) => {
    const refused = (error: NodeJS.ErrnoException) => reject(new Error(listenFault(error, host, port)));
    server.once('error', refused);
    server.listen({ port, host, backlog: BACKLOG, reusePort }, () => {
      server.off('error', refused);
      resolve();
    });
  });
}

function listenFault(error: NodeJS.ErrnoException, host: string, port: number): string {
  if (error.code === 'EADDRINUSE')
    return `Port ${port} on ${host} is in use: set PORT to another one, or stop what listens there.`;
  if (error.code === 'ENOTSUP')
    return 'Threads can share a port on Linux, FreeBSD and Solaris, and not on this system: leave --workers out.';
  if (error.code === 'EACCES')
    return `Port ${port} on ${host} needs more rights than this user has: set PORT to one above 1023.`;
  return `Can't listen on ${host}, port ${port} (${error.code}): set HOST and PORT to an address of this machine.`;
}

/** The address that `server` listens at, on `host`. */
export function addressOf(server: Server, host: string): string {
  return urlAt(host, (server.address() as AddressInfo).port);
}

/** The address of `port` on `host`. */
export const urlAt = (host: string, port: number) => `http://${host.includes(':') ? `[${host}]` : host}:${port}`;

/** Resolves when the last transfer is through, and cuts off what is not after the time of grace. */
export async function closeServer(server: HttpServer): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  const late = setTimeout(() => server.closeAllConnections(), GRACE_MS);
  await closed;
  clearTimeout(late);
}
