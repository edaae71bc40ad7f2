// Sorts the patterns of the route table for web servers that take the first match, in the order in which the hub's own
// matcher tries them.

/**
 * Returns the rank of a segment. Lower ranks are tried first: a literal, a param with text around it, a whole param, a
 * param for the rest of the path.
 */
function rankOf(segment: string): 0 | 1 | 2 | 3 {
  if (!segment.includes('{')) return 0;
  if (segment.includes('...}')) return 3;
  return /^\{\w+\}$/.test(segment) ? 2 : 1;
}

const segmentsOf = (pattern: string) => pattern.split('/').filter((segment) => segment !== '');

/** Compares two patterns that match the same path. The pattern that the hub's matcher would choose comes first. */
export function compareMatched(a: string, b: string): number {
  const [ours, theirs] = [segmentsOf(a), segmentsOf(b)];
  for (const [at, segment] of ours.entries()) {
    const other = theirs[at];
    if (other === undefined) return 1;
    const order = rankOf(segment) - rankOf(other);
    if (order !== 0) return order;
  }
  return ours.length - theirs.length;
}

/** True if some path may match both patterns. */
export function overlap(a: string, b: string): boolean {
  const [ours, theirs] = [segmentsOf(a), segmentsOf(b)];
  for (const [at, segment] of ours.entries()) {
    const other = theirs[at];
    if (other === undefined) return false;
    if (rankOf(segment) === 3 || rankOf(other) === 3) return true;
    if (!mayBeSame(segment, other)) return false;
  }
  return ours.length === theirs.length;
}

function mayBeSame(a: string, b: string): boolean {
  if (rankOf(a) === 0 && rankOf(b) === 0) return a === b;
  const [[start, end], [otherStart, otherEnd]] = [around(a), around(b)];
  const startsAlike = start.startsWith(otherStart) || otherStart.startsWith(start);
  return startsAlike && (end.endsWith(otherEnd) || otherEnd.endsWith(end));
}

/** Returns the text before and after the param of a segment. For a literal segment, returns the whole segment twice. */
function around(segment: string): [string, string] {
  const [, start, end] = /^([^{]*)\{.*\}([^}]*)$/.exec(segment) ?? [];
  return start === undefined ? [segment, segment] : [start, end!];
}
