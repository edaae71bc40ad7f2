// Requests a range of a file from a source. Checks that the answer has this range, of a file of the expected size.
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { retryAfter } from '../../../src/basics/retry-after.ts';
import { whyUnreached } from '../../process/failure.ts';
import type { ByteSpan } from '../disk/file-ranges.ts';
import { SourceFault, type WireClient } from './wire-client.ts';

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
}

/** The body of an answer, and the bytes of the file that it has: the wanted ones, or all. */
export interface RangeAnswer extends ByteSpan {
  body: IncomingMessage;
  /** True if the source was asked for a range and sends the whole file. */
  ignoresRange: boolean;
}

/** Returns the answer if it has the wanted bytes. Throws a SourceFault if it has other bytes, or if no answer comes. */
export async function askRange(client: WireClient, { url, size, from, to, signal }: RangeAsk): Promise<RangeAnswer> {
  const isPart = to - from < size;
  const headers: Record<string, string> = isPart ? { Range: `bytes=${from}-${to - 1}` } : {};
  let answer: IncomingMessage;
  try {
    answer = await client.ask(url, { headers, signal, isPlanned: true });
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
