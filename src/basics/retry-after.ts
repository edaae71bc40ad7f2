// The time for which an answer asks a client to wait.

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
