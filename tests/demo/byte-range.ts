/** Reads a Range header (RFC 9110 section 14.2) that names one range. */

/**
 * The first and last byte to send, both counted from 0; `whole` for the whole file; `unsatisfiable` if the file has
 * none of the requested bytes.
 */
export type ByteRange = { readonly first: number; readonly last: number } | 'whole' | 'unsatisfiable';

/**
 * Returns the part of a file of `size` bytes that a Range header asks for. An invalid header asks for the whole
 * file.
 */
export function parseRange(header: string | undefined, size: number): ByteRange {
  const [, from = '', to = ''] = /^bytes=(\d*)-(\d*)$/.exec(header ?? '') ?? [];
  if (from === '' && to === '') return 'whole';
  if (from === '')
    return Number(to) === 0 || size === 0 ? 'unsatisfiable' : { first: Math.max(0, size - Number(to)), last: size - 1 };
  const last = to === '' ? size - 1 : Math.min(Number(to), size - 1);
  if (to !== '' && Number(to) < Number(from)) return 'whole';
  return Number(from) >= size ? 'unsatisfiable' : { first: Number(from), last };
}
