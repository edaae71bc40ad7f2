// Turns: of all long work, one piece is done in each round of the event loop, so that a short answer never waits for more than one.

/** Who waits for a turn, in the order they came. */
const waiting: (() => void)[] = [];
let isTaken = false;

/**
 * The turn of this round: undefined when nobody has taken it yet, else a promise of a later one. What follows should
 * take a few milliseconds at most; longer work asks for a turn before each piece.
 */
export function takeTurn(): Promise<void> | undefined {
  if (isTaken) return new Promise((resolve) => waiting.push(resolve));
  isTaken = true;
  afterThisRound(pass);
  return undefined;
}

function pass(): void {
  const next = waiting.shift();
  if (!next) {
    isTaken = false;
    return;
  }
  next();
  afterThisRound(pass);
}

/** What has come in meanwhile is answered before `work`. */
function afterThisRound(work: () => void): void {
  // Not every runtime has the first, which waits for nothing but the round.
  if (typeof setImmediate === 'function') setImmediate(work);
  else setTimeout(work);
}
