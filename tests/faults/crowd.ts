// A crowd of clients in a process of its own, whom nobody wants: they connect, say nothing or read nothing, and come again.
import { connect, type Socket } from 'node:net';
import process from 'node:process';

/** The crowd's orders. */
export interface CrowdOrders {
  port: number;
  /** So many send nothing; they keep their end open when the server ends its own. */
  silent: number;
  /** So many request `path`, and do not read it. */
  readers: number;
  path: string;
  /** Milliseconds after which who was closed comes again; undefined: never. */
  againMs: number | undefined;
}

/** Its answer to any message: the number of open connections, and of those that the server ended or refused so far. */
export interface CrowdSeen {
  open: number;
  ended: number;
}

/** At most so many begin to connect at a time. */
const AT_ONCE = 200;
/** Connections that the server ended, and that are still held at our end. */
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
