// Receives the bytes of one answer. Writes each batch while the next one arrives.
import { StallWatch } from '../../process/stall-watch.ts';
import type { ByteSpan } from '../ranges/file-ranges.ts';
import { askRange, type RangeAnswer } from '../wire/range-answer.ts';
import { SourceFault } from '../wire/source-fault.ts';
import type { RunDesk } from './run-desk.ts';
import type { SourceState } from './source-state.ts';

/** Bytes that are collected for one write. */
const BATCH = 2 ** 18;
/** Milliseconds after which the collected bytes are written, even if they are fewer. */
const BATCH_MS = 500;

interface Wanted {
  source: SourceState;
  url: string;
  /** The size of the whole file in bytes. */
  size: number;
  /**
   * The range; undefined for the whole file. Its `to` may become smaller during the request. The rest is then not read.
   */
  span: ByteSpan | undefined;
  /** Ends this request alone. */
  signal: AbortSignal;
  /** Called with each piece as it arrives, in order. */
  onPiece: (bytes: number) => void;
  /** Writes pieces in the order of the file. */
  sink: (pieces: Buffer[]) => Promise<void>;
  /** Called when the source ignores ranges. If it gives false, the answer is not read. */
  mayBeWhole: () => boolean;
}

/**
 * Passes all bytes of the range to the sink. Passes fewer when `signal` or the end of the run ends it. Throws a
 * SourceFault when the source fails, and passes on errors of the sink.
 */
export async function receive(desk: RunDesk, wanted: Wanted): Promise<void> {
  const { url, size, span, signal } = wanted;
  const watch = new StallWatch(desk.patience.silence, [signal, desk.signal], 0);
  const batch = new Batch(wanted.sink);
  try {
    const answer = await askRange(desk.client, { url, size, span, signal: watch.signal });
    try {
      await readBody(desk, wanted, answer, batch, watch);
    } finally {
      // A body that was read to its end leaves its connection for the next request. Any other ends its connection.
      if (!answer.body.readableEnded) answer.body.destroy();
    }
  } catch (error) {
    if (batch.fault) throw error;
    if (signal.aborted || desk.signal.aborted) return;
    if (watch.signal.aborted) throw new SourceFault('away', 'sends nothing');
    throw error instanceof SourceFault ? error : new SourceFault('away', 'breaks off');
  } finally {
    watch.end();
    // Keeps the bytes that arrived before a fault.
    await batch.flush();
  }
}

async function readBody(
  desk: RunDesk,
  { source, size, span, onPiece, mayBeWhole }: Wanted,
  { body, first }: RangeAnswer,
  batch: Batch,
  watch: StallWatch,
): Promise<void> {
  const from = span?.from ?? 0;
  if (first < from && !mayBeWhole()) throw new SourceFault('whole', 'sends whole files only');
  const last = first === from && span ? span.to : size;
  const end = () => span?.to ?? size;
  let at = first;
  for await (const chunk of body as AsyncIterable<Buffer>) {
    source.hear(chunk.length);
    const piece = chunk.subarray(Math.max(0, from - at), Math.max(0, end() - at));
    at += chunk.length;
    if (at > last) throw new SourceFault('file', `sends more than the ${size} bytes of the index`);
    if (piece.length > 0) {
      onPiece(piece.length);
      await batch.add(piece);
    }
    // Another source fetches the rest.
    if (at >= end() && at < last) return;
    await pace(desk, watch, chunk.length);
  }
  if (at < end()) throw new SourceFault('away', 'breaks off');
}

/**
 * Waits until the rate limit lets the bytes through. The watch stops meanwhile, since the source does not cause this
 * pause.
 */
async function pace({ limit, signal }: RunDesk, watch: StallWatch, bytes: number): Promise<void> {
  if (limit) {
    watch.end();
    await limit.pass(bytes, signal);
  }
  watch.again(bytes);
}

/** Collects pieces, and passes them on while further pieces arrive. */
class Batch {
  readonly #sink: (pieces: Buffer[]) => Promise<void>;
  #pieces: Buffer[] = [];
  #bytes = 0;
  #since = performance.now();
  #writing: Promise<void> = Promise.resolve();
  /** The error of the sink, if it had one. */
  fault: unknown;

  constructor(sink: (pieces: Buffer[]) => Promise<void>) {
    this.#sink = sink;
  }

  async add(piece: Buffer): Promise<void> {
    this.#pieces.push(piece);
    this.#bytes += piece.length;
    if (this.#bytes < BATCH && performance.now() - this.#since < BATCH_MS) return;
    await this.#writing;
    this.#hand();
  }

  async flush(): Promise<void> {
    await this.#writing;
    if (this.#bytes > 0) this.#hand();
    await this.#writing;
  }

  #hand(): void {
    const pieces = this.#pieces;
    this.#pieces = [];
    this.#bytes = 0;
    this.#since = performance.now();
    this.#writing = this.#sink(pieces);
    // This prevents an unhandled rejection: `add` and `flush` get the error too.
    this.#writing.catch((error: unknown) => {
      this.fault ??= error;
    });
  }
}
