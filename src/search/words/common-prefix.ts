// The common beginning of two words.

/** Gives the longest text that both words begin with; it ends between two characters. */
export function commonPrefix(one: string, other: string): string {
  return one.slice(0, commonLength(one, other));
}

/** Gives the UTF-16 units of that text. */
export function commonLength(one: string, other: string): number {
  const most = Math.min(one.length, other.length);
  let at = 0;
  while (at < most && one.charCodeAt(at) === other.charCodeAt(at)) at++;
  // Half a character is no text.
  const last = at === 0 ? 0 : one.charCodeAt(at - 1);
  return last >= 0xd800 && last < 0xdc00 ? at - 1 : at;
}
