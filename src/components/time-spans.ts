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

/** Gives how much of the time from `since` to `until` had passed at `at`, from 0 to 1. */
export function partGone(since: string, until: string, at: string): number {
  const [start, end, then] = [since, until, at].map((moment) => Date.parse(moment)) as [number, number, number];
  return end <= start ? 0 : Math.min(1, Math.max(0, (then - start) / (end - start)));
}
