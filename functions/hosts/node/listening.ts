// Listens at an address with a Node server or says why it can't, and closes the server after the last transfer.
import { lookup } from 'node:dns/promises';
import { once } from 'node:events';
import type { Server as HttpServer } from 'node:http';
import { type AddressInfo, createServer, type Server } from 'node:net';
import process from 'node:process';
import type { Config } from '../../../src/service/config.ts';

const GRACE_MS = 10_000;

/**
 * The maximum number of new connections that wait to be accepted; the kernel has its own limit. A caller beyond the
 * limit waits for seconds.
 */
const BACKLOG = 4096;

/**
 * Listens at an address. With `reusePort` the server shares the port with other listeners, and the system distributes
 * new connections among them. Rejects with one sentence if the address is taken, or can't be used on this machine.
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

/**
 * Makes sure that no other process listens at the address. On Linux it also keeps a second hub from the address until
 * the caller calls the returned function; otherwise two hubs could share the port. Rejects as `listen` does.
 */
export async function claim({ host, port }: Pick<Config, 'host' | 'port'>): Promise<() => void> {
  if (port === 0) return () => {};
  // If the host name has no address, `listen` fails later and says so.
  const { address } = await lookup(host).catch(() => ({ address: host }));
  const release = await hold(`model-hub ${address} ${port}`);
  // The name is taken before the server listens: two hubs that start at once would otherwise block each other.
  if (release === undefined) throw new Error(inUse(host, port));
  const server = createServer((socket) => socket.destroy());
  try {
    await listen(server, { host, port });
  } catch (error) {
    release();
    throw error;
  }
  await once(server.close(), 'close');
  return release;
}

/**
 * Takes a name that only one process can have, and returns a function that releases it; undefined if another process
 * has the name. It listens at an abstract socket (unix(7)), which belongs to the network namespace and ends with its
 * process. On systems without abstract sockets it takes nothing.
 */
async function hold(name: string): Promise<(() => void) | undefined> {
  const lock = createServer((socket) => socket.destroy()).unref();
  const release = () => void lock.close();
  if (process.platform !== 'linux') return release;
  // The socket is for no connections, so errors while accepting don't matter.
  lock.on('error', () => {}).listen({ path: `\0${name}` });
  try {
    await once(lock, 'listening');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') return undefined;
  }
  return release;
}

const inUse = (host: string, port: number) =>
  `Port ${port} on ${host} is in use: set PORT to another one, or stop what listens there.`;

function listenFault(error: NodeJS.ErrnoException, host: string, port: number): string {
  if (error.code === 'EADDRINUSE') return inUse(host, port);
  if (error.code === 'ENOTSUP')
    return 'Threads can share a port on Linux, FreeBSD and Solaris, and not on this system: leave --workers out.';
  if (error.code === 'EACCES')
    return `Port ${port} on ${host} needs more rights than this user has: set PORT to one above 1023.`;
  return `Can't listen on ${host}, port ${port} (${error.code}): set HOST and PORT to an address of this machine.`;
}

/** Returns the URL of the port at which `server` listens, on `host`. */
export function addressOf(server: Server, host: string): string {
  return urlAt(host, (server.address() as AddressInfo).port);
}

/** Returns the URL of `port` on `host`. */
export const urlAt = (host: string, port: number) => `http://${host.includes(':') ? `[${host}]` : host}:${port}`;

/** Closes the server. Resolves when the running transfers have ended; after GRACE_MS milliseconds it cuts them off. */
export async function closeServer(server: HttpServer): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  const late = setTimeout(() => server.closeAllConnections(), GRACE_MS);
  await closed;
  clearTimeout(late);
}
