// Reads the header of a safetensors file from its first bytes, and counts its values by data type.
import { readFileSync } from 'node:fs';
import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { sortedByKey } from '../../../src/basics/records.ts';
import { Failure } from '../../process/failure.ts';
import { DATA_TYPE, MOST_DATA_TYPES } from '../rows/row-shape.ts';

/** The number of bytes before the header, which give its length in little-endian. */
const LENGTH_BYTES = 8;

/** The maximum size in bytes of a header. */
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

const Offset = Type.Integer({ minimum: 0 });
const validator = Compile(
  Type.Record(
    Type.String(),
    Type.Object({
      dtype: Type.String({ pattern: DATA_TYPE.source }),
      ...{ shape: Type.Array(Offset), data_offsets: Type.Tuple([Offset, Offset]) },
    }),
  ),
);

/**
 * Counts the values by data type in a file of `size` bytes. The file at `path` has at least the beginning of that file,
 * with the whole header. Throws a Failure for an unreadable header, or for values that no row may hold.
 */
export function readSafetensorsHeader(path: string, size: number): Record<string, number> {
  const counts = new Map<string, number>();
  for (const { dtype, shape } of tensorsIn(readFileSync(path), size))
    counts.set(dtype, (counts.get(dtype) ?? 0) + shape.reduce((product, length) => product * length, 1));
  if (counts.size === 0) throw new Failure('its header names no tensor');
  if (counts.size > MOST_DATA_TYPES) throw new Failure('its header names too many data types');
  if ([...counts.values()].some((count) => !Number.isSafeInteger(count)))
    throw new Failure('its header counts more values than there can be');
  return sortedByKey(counts);
}

function tensorsIn(file: Buffer, size: number) {
  try {
    const { __metadata__: _, ...tensors } = JSON.parse(file.toString('utf8', LENGTH_BYTES, headerEnd(file, size) ?? 0));
    if (validator.Check(tensors) && Object.values(tensors).every((one) => one.data_offsets[1] <= size))
      return Object.values(tensors);
  } catch {
    // The error below reports a text that is no JSON.
  }
  throw new Failure('its header can’t be read as safetensors');
}
