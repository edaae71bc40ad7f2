// Evaluates the conditions and ranges of a request for an answer of the tree (RFC 9110 sections 13 and 14).

/** True if `ifNoneMatch` names `etag` by the weak comparison (RFC 9110 13.1.2). */
export function matchesTag(ifNoneMatch: string, etag: string): boolean {
  if (ifNoneMatch.trim() === '*') return true;
  return ifNoneMatch.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag);
}

/** A range that can be sent; undefined to send everything; 'unsatisfiable' to refuse. */
type Range = { start: number; end: number } | undefined | 'unsatisfiable';

/**
 * Reads a `Range` header with one range. Several ranges, other units and malformed values give undefined, so that
 * everything is sent (RFC 9110 14.2 allows it). A first byte beyond the end is unsatisfiable. `end` is inclusive.
 */
export function readRange(header: string, size: number): Range {
  const found = /^bytes=(\d*)-(\d*)$/.exec(header.trim());
  if (!found) return undefined;
  const [first, last] = [found[1]!, found[2]!];
  if (first === '' && last === '') return undefined;
  if (first === '') {
    const length = Number(last);
    return length === 0 || size === 0 ? 'unsatisfiable' : { start: Math.max(0, size - length), end: size - 1 };
  }
  const start = Number(first);
  const end = last === '' ? size - 1 : Math.min(Number(last), size - 1);
  if (last !== '' && Number(last) < start) return undefined;
  return start >= size ? 'unsatisfiable' : { start, end };
}
