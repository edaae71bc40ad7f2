// Reads the q-values of a header such as `Accept` (RFC 9110 12.4.2).

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
