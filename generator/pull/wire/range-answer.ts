// Requests a range of a file from a source. Checks that the answer has this range, of a file of the expected size.
import type { IncomingMessage } from 'node:http';
import { whyUnreached } from '../../process/failure.ts';
import type { ByteSpan } from '../ranges/file-ranges.ts';
import { faultOfStatus, SourceFault } from './source-fault.ts';
import type { WireClient } from './wire-client.ts';

interface RangeAsk {
  url: string;
  /** The size of the whole file in bytes. */
  size: number;
  /** The range; undefined for the whole file. */
  span: ByteSpan | undefined;
  signal: AbortSignal;
}

export interface RangeAnswer {
  body: IncomingMessage;
  /** The offset in the file of the first byte of the body. It is 0 if the source sends the whole file. */
  first: number;
}

/** Returns the answer if it has the wanted bytes. Throws a SourceFault if it has other bytes, or if no answer comes. */
export async function askRange(client: WireClient, ask: RangeAsk): Promise<RangeAnswer> {
  const { url, size, span, signal } = ask;
  const headers: Record<string, string> = span ? { Range: `bytes=${span.from}-${span.to - 1}` } : {};
  let answer: IncomingMessage;
  try {
    answer = await client.ask(url, { headers, signal, isPlanned: true });
  } catch (error) {
    throw error instanceof SourceFault ? error : new SourceFault('away', whyUnreached(error));
  }
  const fault = faultOf(answer, size, span);
  if (!fault) return { body: answer, first: answer.statusCode === 206 ? span!.from : 0 };
  answer.destroy();
  throw fault;
}

function faultOf({ statusCode, headers }: IncomingMessage, size: number, span: ByteSpan | undefined) {
  if (statusCode !== 200 && !(statusCode === 206 && span)) return faultOfStatus(statusCode!, headers);
  const coded = headers['content-encoding'];
  if (coded !== undefined && coded !== 'identity') return new SourceFault('file', `sends it as ${coded}`);
  if (statusCode === 200) {
    const length = headers['content-length'];
    return length === undefined || Number(length) === size ? undefined : otherSize(Number(length), size);
  }
  const [, first, last, total] = /^bytes (\d+)-(\d+)\/(\d+|\*)$/.exec(headers['content-range'] ?? '') ?? [];
  if (total !== undefined && total !== '*' && Number(total) !== size) return otherSize(Number(total), size);
  if (Number(first) !== span!.from || Number(last) !== span!.to - 1)
    return new SourceFault('file', 'sends other ranges');
  return undefined;
}

const otherSize = (found: number, size: number) =>
  new SourceFault('file', `has a file of ${found} bytes where the index says ${size}`);
