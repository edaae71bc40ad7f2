// Finds the common beginning of two words.

/** Returns the longest text with which both words begin. It never splits a character. */
export function commonPrefix(one: string, other: string): string {
  return one.slice(0, commonLength(one, other));
}

/** Returns the length of the longest common beginning of two words, in UTF-16 units. */
export function commonLength(one: string, other: string): number {
  const most = Math.min(one.length, other.length);
  let at = 0;
  while (at < most && one.charCodeAt(at) === other.charCodeAt(at)) at++;
  // Half of a surrogate pair does not count.
  const last = at === 0 ? 0 : one.charCodeAt(at - 1);
  return last >= 0xd800 && last < 0xdc00 ? at - 1 : at;
}
