// Listens at an address with a Node server or says why it can't, and closes the server after the last transfer.
import { once } from 'node:events';
import type { Server as HttpServer } from 'node:http';
import { type AddressInfo, createServer, type Server } from 'node:net';
import type { Config } from '../../../src/service/config.ts';

const GRACE_MS = 10_000;

/**
 * The maximum number of new connections that wait to be accepted; the kernel has its own limit. A caller beyond the
 * limit waits for seconds.
 */
const BACKLOG = 4096;

/** Listens at an address. Rejects with one sentence if the address is taken, or can't be used on this machine. */
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

/** Makes sure that no other process listens at the address. Rejects as `listen` does. */
export async function checkAddress({ host, port }: Pick<Config, 'host' | 'port'>): Promise<void> {
  if (port === 0) return;
  const server = createServer((socket) => socket.destroy());
  await listen(server, { host, port });
  await once(server.close(), 'close');
}

function listenFault(error: NodeJS.ErrnoException, host: string, port: number): string {
  if (error.code === 'EADDRINUSE')
    return `Port ${port} on ${host} is in use: set PORT to another one, or stop what listens there.`;
  if (error.code === 'EACCES')
    return `Port ${port} on ${host} needs more rights than this user has: set PORT to one above 1023.`;
  return `Can't listen on ${host}, port ${port} (${error.code}): set HOST and PORT to an address of this machine.`;
}

/** Returns the URL of the port at which `server` listens, on `host`. */
export function addressOf(server: Server, host: string): string {
  const { port } = server.address() as AddressInfo;
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

/** Closes the server. Resolves when the running transfers have ended; after GRACE_MS milliseconds it cuts them off. */
export async function closeServer(server: HttpServer): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  const late = setTimeout(() => server.closeAllConnections(), GRACE_MS);
  await closed;
  clearTimeout(late);
}
