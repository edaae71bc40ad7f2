// Limits the reports of damaged bytes. Every request may find damage, and that many reports would fill the log.

/** The milliseconds between two reports. */
const TELL_MS = 60_000;

/** Makes a function that reports the first damaged file at once, and then at most one a minute. */
export function damageNotice(place: string, tell: (sentence: string) => void): (name: string) => void {
  let reportedAt = Number.NEGATIVE_INFINITY;
  let more = 0;
  return (name) => {
    const now = performance.now();
    if (now - reportedAt < TELL_MS) {
      more++;
      return;
    }
    const others = more === 0 ? '' : `, and for other files, ${more} times since the last notice`;
    tell(
      `${place} sends wrong bytes for ${name}, or none${others}. If this goes on: ` +
        '"model-hub push", run again with the tree that is current there, sends what is missing, and "push --repair" all of it.',
    );
    reportedAt = now;
    more = 0;
  };
}
