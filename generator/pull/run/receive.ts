// Requests a range of a file from a source, checks that the answer has this range of a file of the expected size, and
// receives its bytes. Writes a batch while the next one arrives.
import type { IncomingMessage } from 'node:http';
import { retryAfter } from '../../../src/basics/header-values.ts';
import { whyUnreached } from '../../process/failure.ts';
import type { ByteSpan } from '../disk/file-ranges.ts';
import { SourceFault } from '../wire/wire-client.ts';
import type { PullContext } from './pull-source.ts';

/** The number of bytes that are collected for one write. */
const BATCH = 2 ** 18;
/** The number of milliseconds after which the collected bytes are written, even if they are fewer than a batch. */
const BATCH_MS = 500;
/** The statuses with which some sources refuse a range, although they send the whole file. */
const REFUSALS: ReadonlySet<number | undefined> = new Set([400, 403, 416]);

interface Wanted {
  url: string;
  /** The size of the whole file in bytes. */
  size: number;
  /** The range. If its `to` becomes smaller during the request, bytes after the new end are not used. */
  span: ByteSpan & { at: number };
  /** True to skip to the range if the source sends the whole file. */
  takesWhole: boolean;
  /** Ends this request alone. */
  signal: AbortSignal;
  /** Receives the number of bytes of each piece as it arrives. */
  onBytes: (count: number) => void;
  /** Writes pieces in the order of the file. */
  sink: (pieces: Buffer[]) => Promise<void>;
}

/**
 * Passes all bytes of the range to the sink. Passes only some of them if `signal` aborts or the run ends. Throws a
 * SourceFault if the source fails, and rethrows errors of the sink.
 */
export async function receive(context: PullContext, wanted: Wanted): Promise<void> {
  const ending = AbortSignal.any([wanted.signal, context.signal]);
  const batch = new Batch(wanted.sink);
  let body: IncomingMessage | undefined;
  try {
    const answer = await askRange(context, wanted, ending);
    body = answer.body;
    await readBody(context, wanted, answer, batch);
  } catch (error) {
    if (ending.aborted) return;
    if (error instanceof SourceFault) throw error;
    throw new SourceFault('away', body ? 'breaks off' : `can’t be reached (${whyUnreached(error)})`);
  } finally {
    // A connection can serve the next request only if the body was read to its end. Otherwise it is closed.
    if (body && !body.readableEnded) body.destroy();
    // Writes the bytes that arrived before a fault. An error of the sink is thrown in place of the fault.
    await batch.flush();
  }
}

/** The body of an answer, and the offset of its first byte in the file. */
interface RangeAnswer {
  body: IncomingMessage;
  from: number;
}

/** Returns the answer if it has the wanted bytes. Throws a SourceFault if it has others. */
async function askRange(
  { client, limits: { silence } }: PullContext,
  { url, size, span, takesWhole }: Wanted,
  signal: AbortSignal,
): Promise<RangeAnswer> {
  const ask = (headers = {}) => client.ask(url, { headers, signal, silence, isPlanned: true });
  const { from, to } = span;
  const isPart = to - from < size;
  let body = await ask(isPart ? { Range: `bytes=${from}-${to - 1}` } : {});
  if (isPart && REFUSALS.has(body.statusCode)) {
    body.destroy();
    body = await ask();
  }
  // Some sources answer with a range and the status 200.
  const range = body.headers['content-range'] ?? (body.statusCode === 206 ? '' : undefined);
  const isWhole = isPart && range === undefined && !takesWhole;
  const fault = faultOf(body, size, range, { from, to }) ?? (isWhole ? new SourceFault('whole', '') : undefined);
  if (!fault) return { body, from: range === undefined ? 0 : from };
  body.destroy();
  throw fault;
}

function faultOf(
  { statusCode, headers }: IncomingMessage,
  size: number,
  range: string | undefined,
  { from, to }: ByteSpan,
): SourceFault | undefined {
  const status = statusCode!;
  if (status === 429 || status === 408 || status >= 500)
    return new SourceFault('away', `answers with ${status}`, retryAfter(headers['retry-after']));
  if (status !== 200 && status !== 206)
    return new SourceFault('file', status === 416 ? 'has fewer bytes (416)' : `answers with ${status}`);
  const coded = headers['content-encoding'];
  if (coded !== undefined && coded !== 'identity') return new SourceFault('file', `sends it as ${coded}`);
  const [, first, last, total = '*'] = /^bytes (\d+)-(\d+)\/(\d+|\*)$/.exec(range ?? '') ?? [];
  const found = range === undefined ? (headers['content-length'] ?? '*') : total;
  if (found !== '*' && Number(found) !== size)
    return new SourceFault('file', `has a file of ${found} bytes where the index says ${size}`);
  const isOther = range !== undefined && (Number(first) !== from || Number(last) !== to - 1);
  return isOther ? new SourceFault('file', 'sends other ranges') : undefined;
}

async function readBody(
  { limit, signal }: PullContext,
  { size, span, onBytes }: Wanted,
  { body, from }: RangeAnswer,
  batch: Batch,
): Promise<void> {
  let at = from;
  for await (const chunk of body as AsyncIterable<Buffer>) {
    onBytes(chunk.length);
    const piece = chunk.subarray(Math.max(0, span.from - at), Math.max(0, span.to - at));
    at += chunk.length;
    if (at > size) throw new SourceFault('file', `sends more than the ${size} bytes of the index`);
    if (piece.length > 0) {
      span.at += piece.length;
      await batch.add(piece);
    }
    // The rest belongs to another range, perhaps because another source has taken it over.
    if (at >= span.to && at < size) return;
    await limit?.pass(chunk.length, signal);
  }
  if (at < span.to) throw new SourceFault('away', 'breaks off');
}

/** Collects pieces, and passes them to the sink while further pieces arrive. */
class Batch {
  readonly #sink: Wanted['sink'];
  #pieces: Buffer[] = [];
  #bytes = 0;
  #since = performance.now();
  #writing: Promise<void> = Promise.resolve();

  constructor(sink: Wanted['sink']) {
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
    this.#writing.catch(() => {});
  }
}
