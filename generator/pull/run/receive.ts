// Requests a range of a file from a source, checks that the answer has this range of a file of the expected size, and
// receives its bytes in batches. Writes a batch while the next one arrives.
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { retryAfter } from '../../../src/basics/retry-after.ts';
import { whyUnreached } from '../../process/failure.ts';
import type { ByteSpan } from '../disk/file-ranges.ts';
import { SourceFault, type WireClient } from '../wire/wire-client.ts';
import type { PullContext } from './holders.ts';
import type { SourceState } from './source-state.ts';

/** The number of bytes that are collected for one write. */
const BATCH = 2 ** 18;
/** The number of milliseconds after which the collected bytes are written, even if they are fewer than a batch. */
const BATCH_MS = 500;

interface Wanted {
  source: SourceState;
  url: string;
  /** The size of the whole file in bytes. */
  size: number;
  /** The range. If its `to` becomes smaller during the request, bytes after the new end are not used. */
  span: ByteSpan;
  /** Ends this request alone. */
  signal: AbortSignal;
  /** Receives the number of bytes of each piece as it arrives. */
  onPiece: (bytes: number) => void;
  /** Writes pieces in the order of the file. */
  sink: (pieces: Buffer[]) => Promise<void>;
  /** Is called if the source sends the whole file for a range. If it returns false, the answer is not read. */
  mayBeWhole: () => boolean;
}

/**
 * Passes all bytes of the range to the sink. Passes only some of them if `signal` aborts or the run ends. Throws a
 * SourceFault if the source fails, and rethrows errors of the sink.
 */
export async function receive(context: PullContext, wanted: Wanted): Promise<void> {
  const { url, size, span, signal } = wanted;
  const batch = new Batch(wanted.sink);
  try {
    const { client, timeouts } = context;
    const ending = AbortSignal.any([signal, context.signal]);
    const answer = await askRange(client, { url, size, ...span, signal: ending, silence: timeouts.silence });
    try {
      await readBody(context, wanted, answer, batch);
    } finally {
      // A connection can serve the next request only if the body was read to its end. Otherwise it is closed.
      if (!answer.body.readableEnded) answer.body.destroy();
    }
  } catch (error) {
    if (batch.fault) throw error;
    if (signal.aborted || context.signal.aborted) return;
    throw error instanceof SourceFault ? error : new SourceFault('away', 'breaks off');
  } finally {
    // Writes the bytes that arrived before a fault.
    await batch.flush();
  }
}

async function readBody(
  { limit, signal }: PullContext,
  { source, size, span, onPiece, mayBeWhole }: Wanted,
  answer: RangeAnswer,
  batch: Batch,
): Promise<void> {
  const { from } = span;
  if (answer.ignoresRange && !mayBeWhole()) throw new SourceFault('whole', 'sends whole files only');
  let at = answer.from;
  for await (const chunk of answer.body as AsyncIterable<Buffer>) {
    source.hear(chunk.length);
    const piece = chunk.subarray(Math.max(0, from - at), Math.max(0, span.to - at));
    at += chunk.length;
    if (at > answer.to) throw new SourceFault('file', `sends more than the ${size} bytes of the index`);
    if (piece.length > 0) {
      onPiece(piece.length);
      await batch.add(piece);
    }
    // The rest belongs to another range, perhaps because another source has taken it over.
    if (at >= span.to && at < answer.to) return;
    await limit?.pass(chunk.length, signal);
  }
  if (at < span.to) throw new SourceFault('away', 'breaks off');
}

/** Collects pieces, and passes them to the sink while further pieces arrive. */
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
    // This handler prevents an unhandled rejection. `add` and `flush` await the promise and throw the error.
    this.#writing.catch((error: unknown) => {
      this.fault ??= error;
    });
  }
}

/** Returns the fault for an answer whose status says that it is not the file. */
function faultOfStatus(status: number, headers: IncomingHttpHeaders): SourceFault {
  if (status === 429 || status === 408 || status >= 500)
    return new SourceFault('away', `answers with ${status}`, retryAfter(headers['retry-after']));
  return new SourceFault('file', status === 416 ? 'has fewer bytes (416)' : `answers with ${status}`);
}

interface RangeAsk extends ByteSpan {
  url: string;
  /** The size of the whole file in bytes. */
  size: number;
  signal: AbortSignal;
  silence: number;
}

/** The body of an answer, and the bytes of the file that it has: the wanted ones, or all. */
interface RangeAnswer extends ByteSpan {
  body: IncomingMessage;
  /** True if the source was asked for a range and sends the whole file. */
  ignoresRange: boolean;
}

/** The statuses with which sources refuse ranges. */
const REFUSALS: ReadonlySet<number> = new Set([400, 403, 416]);

/** Returns the answer if it has the wanted bytes. Throws a SourceFault if it has other bytes, or if no answer comes. */
async function askRange(client: WireClient, { url, size, from, to, signal, silence }: RangeAsk): Promise<RangeAnswer> {
  const isPart = to - from < size;
  const headers: Record<string, string> = isPart ? { Range: `bytes=${from}-${to - 1}` } : {};
  let answer: IncomingMessage;
  try {
    answer = await client.ask(url, { headers, signal, silence, isPlanned: true });
    if (isPart && REFUSALS.has(answer.statusCode!)) {
      // Perhaps the source refuses only ranges, and sends the whole file.
      answer.destroy();
      answer = await client.ask(url, { signal, silence, isPlanned: true });
    }
  } catch (error) {
    throw error instanceof SourceFault ? error : new SourceFault('away', whyUnreached(error));
  }
  const fault = faultOf(answer, size, { from, to });
  const ignoresRange = isPart && !isRange(answer);
  if (!fault) return { body: answer, ignoresRange, ...(ignoresRange ? { from: 0, to: size } : { from, to }) };
  answer.destroy();
  throw fault;
}

/** True for a part of a file. Some sources answer with 200 and `Content-Range`. */
const isRange = ({ statusCode, headers }: IncomingMessage) =>
  statusCode === 206 || headers['content-range'] !== undefined;

function faultOf(answer: IncomingMessage, size: number, { from, to }: ByteSpan): SourceFault | undefined {
  const { statusCode, headers } = answer;
  if (statusCode !== 200 && statusCode !== 206) return faultOfStatus(statusCode!, headers);
  const coded = headers['content-encoding'];
  if (coded !== undefined && coded !== 'identity') return new SourceFault('file', `sends it as ${coded}`);
  if (!isRange(answer)) {
    const length = headers['content-length'];
    return length === undefined || Number(length) === size ? undefined : otherSize(Number(length), size);
  }
  const [, first, last, total] = /^bytes (\d+)-(\d+)\/(\d+|\*)$/.exec(headers['content-range'] ?? '') ?? [];
  if (total !== undefined && total !== '*' && Number(total) !== size) return otherSize(Number(total), size);
  if (Number(first) !== from || Number(last) !== to - 1) return new SourceFault('file', 'sends other ranges');
  return undefined;
}

const otherSize = (found: number, size: number) =>
  new SourceFault('file', `has a file of ${found} bytes where the index says ${size}`);
