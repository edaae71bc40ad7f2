// Opens connections to a test's server, sends raw bytes, and keeps all bytes that arrive.
import type { Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';

export interface RawClient {
  socket: Socket;
  /** Returns all bytes received so far. */
  told(): Buffer;
  /**
   * Waits until `text` has arrived, and returns all received bytes as Latin-1. Rejects if the connection ends
   * first.
   */
  until(text: string): Promise<string>;
  /** Resolves when the connection is closed. */
  ended: Promise<void>;
}

const opened: Socket[] = [];

/** Opens a connection to `server`. With `allowHalfOpen`, the client's end stays open when the server ends its own. */
export function openRaw(server: Server, allowHalfOpen = false): RawClient {
  const socket = connect({ port: (server.address() as AddressInfo).port, host: '127.0.0.1', allowHalfOpen });
  opened.push(socket);
  let all = '';
  let look = () => {};
  socket.setEncoding('latin1').on('error', () => {});
  socket.on('data', (text) => {
    all += text;
    look();
  });
  const ended = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  const until = (text: string) =>
    new Promise<string>((resolve, reject) => {
      let from = 0;
      look = () => {
        if (all.includes(text, from)) resolve(all);
        from = Math.max(0, all.length - text.length);
      };
      look();
      void ended.then(() => reject(new Error(`closed after ${all}`)));
    });
  return { socket, told: () => Buffer.from(all, 'latin1'), until, ended };
}

/** Sends `bytes` on a new connection. Returns all that has arrived when `text` has, or when the connection is closed. */
export async function sentRaw(server: Server, bytes: string | Uint8Array, text?: string): Promise<string> {
  const { socket, told, until, ended } = openRaw(server);
  socket.write(bytes);
  if (text !== undefined) return until(text);
  await ended;
  return told().toString('latin1');
}

/** Closes all open connections. Each test file calls this function after each test. */
export function closeRaw(): void {
  for (const socket of opened.splice(0)) socket.destroy();
}

/** Makes the head of an HTTP request. */
export const head = (method: string, target: string, ...lines: string[]) =>
  `${[`${method} ${target} HTTP/1.1`, 'Host: hub.example', ...lines].join('\r\n')}\r\n\r\n`;

/** Lists the status of every answer in `text`. */
export const statuses = (text: string) => [...text.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => Number(status));
