// A connection between a client and a server on this machine, which a test can cut, or let swallow all bytes.
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export interface CutWire {
  port: number;
  /** Breaks every connection; new ones work. */
  cut(): void;
  /** Swallows all bytes in both directions, without closing, until `cut`. */
  swallow(): void;
  close(): void;
}

/** Opens a port that forwards to the port `target` of this machine. */
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
