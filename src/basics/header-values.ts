// Reads values of headers: q-values, and the time for which an answer asks a client to wait.

/** Returns the q-value of each member of a header such as `Accept`. Names are in lower case. */
export function qualities(header: string): Map<string, number> {
  const found = new Map<string, number>();
  for (const member of header.toLowerCase().split(',')) {
    const [name = '', ...params] = member.split(';').map((part) => part.trim());
    const q = params.find((param) => param.startsWith('q='))?.slice(2);
    const value = q === undefined ? 1 : Number(q);
    if (name !== '' && value >= 0 && value <= 1) found.set(name, Math.max(value, found.get(name) ?? 0));
  }
  return found;
}

/**
 * Reads a `Retry-After` (RFC 9110 10.2.3), which is seconds or a date, as milliseconds from now. Returns undefined for
 * no value, or a malformed one.
 */
export function retryAfter(value: string | null | undefined): number | undefined {
  if (!value) return undefined;
  const seconds = Number(value);
  const wait = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(value) - Date.now();
  return Number.isFinite(wait) ? Math.max(wait, 0) : undefined;
}
