// What is told of bytes that came damaged: each request may meet them, and the log of a service is not theirs to fill.

/** Milliseconds between two sentences. */
const TELL_MS = 60_000;

/** Told of the names that bytes were not of, tells of the first of them, and then of one in a minute. */
export function damageNotice(place: string, tell: (sentence: string) => void): (name: string) => void {
  let told = Number.NEGATIVE_INFINITY;
  let more = 0;
  return (name) => {
    const now = performance.now();
    if (now - told < TELL_MS) {
      more++;
      return;
    }
    const others = more === 0 ? '' : `, nor were those of others, ${more} times since this was last told`;
    tell(`${place} gives bytes of ${name} that are not its own${others}: push the tree again if that lasts.`);
    told = now;
    more = 0;
  };
}
