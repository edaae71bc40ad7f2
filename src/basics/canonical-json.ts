// Canonical JSON: keys sorted, no white space, so that equal values have equal bytes and one address.

/** Writes `value` as canonical JSON. Leaves out undefined members. Numbers must be finite. */
export function canonicalJson(value: unknown): string {
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  const members: string[] = [];
  const record = value as Record<string, unknown>;
  for (const key of Object.keys(record).sort()) {
    // `key` is one of the record's own keys, and another lookup would slow down every build.
    const member = record[key];
    if (member !== undefined) members.push(`${JSON.stringify(key)}:${canonicalJson(member)}`);
  }
  return `{${members.join(',')}}`;
}
