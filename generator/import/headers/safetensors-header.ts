// Reads the header of a safetensors file from its first bytes, and counts its values by data type.
import { closeSync, openSync, readSync, statSync } from 'node:fs';
import { parseSafetensorsMetadata } from '@huggingface/hub';
import { sortedByKey } from '../../../src/basics/records.ts';
import { Failure, systemSentence } from '../../process/failure.ts';
import { DATA_TYPE, MOST_DATA_TYPES } from '../rows/row-shape.ts';

/** The number of bytes before the header, which give its length in little-endian. */
const LENGTH_BYTES = 8;

/** The maximum size in bytes of a header that the parser accepts. */
const MOST_HEADER = 25_000_000;

/**
 * Gives the end of the header in a safetensors file of `size` bytes, from the first eight bytes of the file. Gives
 * undefined if these bytes are invalid: the header would be empty, longer than any model's, or longer than the file.
 */
export function headerEnd(beginning: Buffer, size: number): number | undefined {
  if (beginning.length < LENGTH_BYTES) return undefined;
  const length = beginning.readBigUInt64LE(0);
  if (length < 2n || length > BigInt(MOST_HEADER)) return undefined;
  const end = LENGTH_BYTES + Number(length);
  return end <= size ? end : undefined;
}

/**
 * Counts the values by data type in a file of `size` bytes. The file at `path` has at least the beginning of that file,
 * with the whole header. Throws a Failure for an unreadable header, or for values that no row may hold.
 */
export async function readSafetensorsHeader(path: string, size: number): Promise<Record<string, number>> {
  let counts: Record<string, number>;
  try {
    const beginning = readBeginning(path);
    const { parameterCount } = await parseSafetensorsMetadata({
      ...{ repo: { type: 'model', name: 'some/model' }, path: FILE, hubUrl: 'http://header.invalid' },
      ...{ fetch: answersWith(beginning, size), computeParametersCount: true },
    });
    counts = parameterCount as Record<string, number>;
  } catch (error) {
    throw new Failure(systemSentence(error, path) ?? 'its header can’t be read as safetensors');
  }
  const types = Object.entries(counts);
  if (types.length === 0) throw new Failure('its header names no tensor');
  if (types.length > MOST_DATA_TYPES || types.some(([type]) => !DATA_TYPE.test(type)))
    throw new Failure('its header names unknown data types');
  if (types.some(([, count]) => !Number.isSafeInteger(count)))
    throw new Failure('its header counts more values than there can be');
  return sortedByKey(types);
}

const FILE = 'model.safetensors';

function readBeginning(path: string): Buffer {
  const bytes = Buffer.alloc(Math.min(statSync(path).size, LENGTH_BYTES + MOST_HEADER));
  const file = openSync(path, 'r');
  try {
    readSync(file, bytes, 0, bytes.length, 0);
  } finally {
    closeSync(file);
  }
  return bytes;
}

/** Answers the parser's requests as a hub would: with ranges of `beginning`, and with 404 for any other file. */
function answersWith(beginning: Buffer, size: number): typeof fetch {
  return async (url, init) => {
    if (!String(url).endsWith(`/${FILE}`))
      return new Response(null, { status: 404, headers: { 'X-Error-Code': 'EntryNotFound' } });
    const [, start, end] = /^bytes=(\d+)-(\d+)$/.exec(new Headers(init?.headers).get('range') ?? '') ?? [];
    if (start === undefined || Number(end) >= beginning.length) return new Response(null, { status: 416 });
    const headers = { 'Content-Range': `bytes ${start}-${end}/${size}`, ETag: '"it"' };
    return new Response(new Uint8Array(beginning.subarray(Number(start), Number(end) + 1)), { status: 206, headers });
  };
}
