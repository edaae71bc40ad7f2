/** Formats the remaining seconds in a unit that fits: `40 s`, `12 min`, `3.5 h`. */
export function timeLeft(seconds: number): string {
  if (seconds < 100) return `${Math.ceil(seconds)} s`;
  if (seconds < 6000) return `${Math.ceil(seconds / 60)} min`;
  return `${(seconds / 3600).toFixed(1)} h`;
}
