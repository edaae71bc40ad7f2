// A crowd of hostile clients in a process of its own: they connect, send or read nothing, and come again.
import { connect, type Socket } from 'node:net';
import process from 'node:process';

/** The crowd's orders. */
export interface CrowdOrders {
  port: number;
  /** This many clients send nothing; they keep their end open when the server closes its own. */
  silent: number;
  /** This many clients request `path` and do not read the answer. */
  readers: number;
  path: string;
  /** Milliseconds until a closed client connects again; undefined: never. */
  againMs: number | undefined;
}

/** Its answer to any message: the number of open connections, and of those that the server has closed or refused. */
export interface CrowdSeen {
  open: number;
  ended: number;
}

/** The most clients that begin to connect at a time. */
const AT_ONCE = 200;
/** The most connections that the server has closed and the client still holds. */
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
    // Each of these addresses has ports of its own.
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
