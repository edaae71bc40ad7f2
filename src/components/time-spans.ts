// Describes spans of time in everyday words.

const units = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const;

/** Gives the time between two RFC 3339 times: `3 hours`, `2 minutes`, `under a minute`. */
export function lasted(from: string, to: string): string {
  const seconds = (Date.parse(to) - Date.parse(from)) / 1000;
  const unit = units.find(([, length]) => seconds >= length);
  if (!unit) return 'under a minute';
  const many = Math.floor(seconds / unit[1]);
  return `${many} ${unit[0]}${many === 1 ? '' : 's'}`;
}
