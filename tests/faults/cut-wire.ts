// Forwards connections between a client and a server on this machine. A test can break them, or let all their bytes
// vanish.
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export interface CutWire {
  port: number;
  /** Breaks every connection. New connections work. */
  cut(): void;
  /** Drops all bytes in both directions without closing a connection, until `cut` is called. */
  swallow(): void;
  close(): void;
}

/** Opens a port whose connections are forwarded to the port `target` of this machine. */
export async function openCutWire(target: number): Promise<CutWire> {
  const pairs = new Set<readonly [Socket, Socket]>();
  let isSwallowing = false;
  const server = createServer((near) => {
    const far = connect(target, '127.0.0.1');
    const pair = [near, far] as const;
    pairs.add(pair);
    const end = () => {
      pairs.delete(pair);
      near.destroy();
      far.destroy();
    };
    for (const [from, to] of [pair, [far, near]] as const)
      from
        .setNoDelay(true)
        .on('data', (bytes) => {
          if (!isSwallowing) to.write(bytes);
        })
        .on('error', end)
        .on('close', end);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const cut = () => {
    isSwallowing = false;
    for (const [near, far] of pairs) {
      near.resetAndDestroy();
      far.destroy();
    }
  };
  return {
    port: (server.address() as AddressInfo).port,
    cut,
    swallow: () => {
      isSwallowing = true;
    },
    close: () => {
      cut();
      server.close();
    },
  };
}
