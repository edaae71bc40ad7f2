// Requests a range of a file from a source, checks that the answer has this range of a file of the expected size, and
// receives its bytes. Writes a batch while the next one arrives.
import type { IncomingMessage } from 'node:http';
import { retryAfter } from '../../src/table/headers.ts';
import { whyUnreached } from '../process/failure.ts';
import type { ByteSpan } from './part-file.ts';
import type { PullContext } from './pull-source.ts';
import { SourceFault } from './wire-client.ts';

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
  const { size, span, onBytes, sink } = wanted;
  const ending = AbortSignal.any([wanted.signal, context.signal]);
  let body: IncomingMessage | undefined;
  let [pieces, bytes, since]: [Buffer[], number, number] = [[], 0, performance.now()];
  let writing: Promise<void> | undefined;
  const write = async () => {
    await writing;
    if (bytes > 0) writing = sink(pieces);
    [pieces, bytes, since] = [[], 0, performance.now()];
    // This handler prevents an unhandled rejection. The next call awaits the promise and throws the error.
    writing?.catch(() => {});
  };
  try {
    let at: number;
    [body, at] = await askRange(context, wanted, ending);
    for await (const chunk of body as AsyncIterable<Buffer>) {
      onBytes(chunk.length);
      const piece = chunk.subarray(Math.max(0, span.from - at), Math.max(0, span.to - at));
      at += chunk.length;
      if (at > size) throw new SourceFault('file', `sends more than the ${size} bytes of the index`);
      if (piece.length > 0) {
        span.at += piece.length;
        bytes += piece.length;
        pieces.push(piece);
      }
      if (bytes >= BATCH || performance.now() - since >= BATCH_MS) await write();
      // The rest belongs to another range, perhaps because another source has taken it over.
      if (at >= span.to && at < size) return;
    }
    if (at < span.to) throw new SourceFault('away', 'breaks off');
  } catch (error) {
    if (ending.aborted) return;
    if (error instanceof SourceFault) throw error;
    throw new SourceFault('away', body ? 'breaks off' : `can’t be reached (${whyUnreached(error)})`);
  } finally {
    // A connection can serve the next request only if the body was read to its end. Otherwise it is closed.
    if (body && !body.readableEnded) body.destroy();
    // Writes the bytes that arrived before a fault. An error of the sink is thrown in place of the fault.
    await write();
    await writing;
  }
}

/** Returns the answer if it has the wanted bytes, and the offset of its first byte. Throws a SourceFault otherwise. */
async function askRange(
  { client, limits: { silence } }: PullContext,
  { url, size, span: { from, to }, takesWhole }: Wanted,
  signal: AbortSignal,
): Promise<[IncomingMessage, number]> {
  const ask = (headers = {}) => client.ask(url, { headers, signal, silence, isPlanned: true });
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
  if (!fault) return [body, range === undefined ? 0 : from];
  body.destroy();
  throw fault;
}

function faultOf(
  { statusCode: status = 0, headers }: IncomingMessage,
  size: number,
  range: string | undefined,
  { from, to }: ByteSpan,
): SourceFault | undefined {
  if (status === 429 || status === 408 || status >= 500)
    return new SourceFault('away', `answers with ${status}`, retryAfter(headers['retry-after']));
  const fault = (reason: string) => new SourceFault('file', reason);
  if (status === 416) return fault('has fewer bytes (416)');
  if (status !== 200 && status !== 206) return fault(`answers with ${status}`);
  const coded = headers['content-encoding'] ?? 'identity';
  if (coded !== 'identity') return fault(`sends it as ${coded}`);
  const [, first, last, total = '*'] = /^bytes (\d+)-(\d+)\/(\d+|\*)$/.exec(range ?? '') ?? [];
  const found = range === undefined ? (headers['content-length'] ?? '*') : total;
  if (found !== '*' && Number(found) !== size)
    return fault(`has a file of ${found} bytes where the index says ${size}`);
  const isOther = range !== undefined && (Number(first) !== from || Number(last) !== to - 1);
  return isOther ? fault('sends other ranges') : undefined;
}
