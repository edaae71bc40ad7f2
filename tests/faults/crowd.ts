// Runs a crowd of hostile clients in a separate process. They connect, send nothing or read nothing, and connect again.
import { connect, type Socket } from 'node:net';
import process from 'node:process';

/** The message that starts the crowd. */
export interface CrowdOrders {
  port: number;
  /**
   * The number of clients that send nothing. They keep their end of the connection open if the server closes its own.
   */
  silent: number;
  /** The number of clients that request `path` and do not read the answer. */
  readers: number;
  path: string;
  /** The number of milliseconds until a client whose connection was closed connects again; undefined for never. */
  againMs: number | undefined;
}

/** The answer to each later message: the number of open connections, and of those that the server closed or refused. */
export interface CrowdSeen {
  open: number;
  ended: number;
}

/** The maximum number of clients that connect at the same time. */
const AT_ONCE = 200;
/** The maximum number of connections that clients keep open after the server has closed its end. */
const HELD = 2000;

const seen: CrowdSeen = { open: 0, ended: 0 };
const held: Socket[] = [];

process.once('message', (orders: CrowdOrders) => {
  const waiting = Array.from({ length: orders.silent + orders.readers }, (_, at) => at);
  let connecting = 0;
  const go = () => {
    while (connecting < AT_ONCE && waiting.length > 0) {
      connecting++;
      join(orders, waiting.pop()!, () => {
        connecting--;
        setImmediate(go);
      });
    }
  };
  const again = (at: number) => {
    if (orders.againMs === undefined) return;
    setTimeout(() => {
      waiting.push(at);
      go();
    }, orders.againMs);
  };
  const join = (told: CrowdOrders, at: number, onSettled: () => void) => {
    const isReader = at < told.readers;
    // Clients use several local addresses, because the number of ports of each is limited.
    const localAddress = `127.0.0.${2 + (at % 8)}`;
    const socket = connect({ port: told.port, host: '127.0.0.1', localAddress, allowHalfOpen: true });
    let isOpen = false;
    const settled = () => {
      if (!isOpen) onSettled();
    };
    socket.once('connect', () => {
      settled();
      isOpen = true;
      seen.open++;
      if (isReader) socket.pause().write(`GET ${told.path} HTTP/1.1\r\nHost: hub.example\r\n\r\n`);
      else socket.resume();
    });
    let isOver = false;
    const over = () => {
      if (isOver) return;
      isOver = true;
      settled();
      if (isOpen) seen.open--;
      seen.ended++;
      again(at);
    };
    socket.once('end', () => {
      over();
      if (held.push(socket) > HELD) held.shift()!.destroy();
    });
    socket.on('error', over).once('close', over);
  };
  go();
  process.on('message', () => process.send!(seen));
});
process.once('disconnect', () => process.exit());
