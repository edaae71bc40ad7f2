// Where a Node server listens: the address taken, or a sentence why not, and let go of when the last transfer is through.
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Config } from '../../../src/service/config.ts';

const GRACE_MS = 10_000;

/** New connections that may wait to be taken; the kernel has a bound of its own. Beyond it a caller waits for seconds. */
const BACKLOG = 4096;

/** Listens. Rejects with one sentence when the address is taken or not ours to use. */
export function listen(server: Server, { host, port }: Pick<Config, 'host' | 'port'>): Promise<void> {
  return new Promise((resolve, reject) => {
    const refused = (error: NodeJS.ErrnoException) => reject(new Error(listenFault(error, host, port)));
    server.once('error', refused);
    server.listen({ port, host, backlog: BACKLOG }, () => {
      server.off('error', refused);
      resolve();
    });
  });
}

function listenFault(error: NodeJS.ErrnoException, host: string, port: number): string {
  if (error.code === 'EADDRINUSE')
    return `Port ${port} on ${host} is in use: set PORT to another one, or stop what listens there.`;
  if (error.code === 'EACCES')
    return `Port ${port} on ${host} needs more rights than this user has: set PORT to one above 1023.`;
  return `Can't listen on ${host}, port ${port} (${error.code}): set HOST and PORT to an address of this machine.`;
}

/** The address that `server` listens at, on `host`. */
export function addressOf(server: Server, host: string): string {
  const { port } = server.address() as AddressInfo;
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

/** Resolves when the last transfer is through, and cuts off what is not after the time of grace. */
export async function closeServer(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  const late = setTimeout(() => server.closeAllConnections(), GRACE_MS);
  await closed;
  clearTimeout(late);
}
