// Serves generated files of any size in a separate process, for the benchmark of `pull`. This source can be slow, dead
// or lying.
import { randomBytes } from 'node:crypto';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import process from 'node:process';
import { Readable } from 'node:stream';
import { throttleOf } from '../fixtures/throttle.ts';
import { blockOf } from './made-bytes.ts';

export interface PullSourceJob {
  /** The seed of the block that every file repeats. With the same seed, each process serves the same bytes. */
  seed: string;
  /** The bytes per second over all connections; 0 means no limit. */
  rate: number;
  /** True if the source sends a wrong byte in each piece. */
  lies: boolean;
  /** True if the source drops every connection. */
  isDead: boolean;
}

const PIECE = 256 * 1024;

process.once('message', (job: PullSourceJob) => {
  const block = blockOf(job.seed);
  const throttle = job.rate === 0 ? undefined : throttleOf(() => job.rate);
  const server = createServer(({ url = '', headers }, response) => {
    if (job.isDead) {
      response.destroy();
      return;
    }
    const size = Number(/-(\d+)$/.exec(url)?.[1] ?? 0);
    const [, from, to] = /^bytes=(\d+)-(\d*)$/.exec(headers.range ?? '') ?? [];
    const first = Number(from ?? 0);
    const end = to ? Math.min(Number(to) + 1, size) : size;
    response.writeHead(from === undefined ? 200 : 206, {
      'Content-Length': end - first,
      'Accept-Ranges': 'bytes',
      ...(from !== undefined && { 'Content-Range': `bytes ${first}-${end - 1}/${size}` }),
    });
    send(block, first, end, job.lies, throttle, response);
  });
  server.keepAliveTimeout = 60_000;
  server.listen(0, '127.0.0.1', () => process.send!(`http://127.0.0.1:${(server.address() as AddressInfo).port}`));
});

function send(
  block: Buffer,
  first: number,
  end: number,
  lies: boolean,
  throttle: ReturnType<typeof throttleOf> | undefined,
  response: ServerResponse,
): void {
  async function* pieces() {
    for (let at = first; at < end; ) {
      const within = at % block.length;
      const piece = block.subarray(within, Math.min(within + PIECE, block.length, within + end - at));
      await throttle?.(piece.length);
      yield lies ? Buffer.concat([randomBytes(1), piece.subarray(1)]) : piece;
      at += piece.length;
    }
  }
  Readable.from(pieces(), { objectMode: false, highWaterMark: PIECE })
    .on('error', () => {})
    .pipe(response);
}
