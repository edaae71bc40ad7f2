// Spreads long work over the rounds of the event loop, so that a short answer never waits for much of it. Each piece of
// work waits for its turn, and all requests of the process share the turns.

/** The milliseconds of work in one round. Further work waits for the next round. */
const ROUND_MS = 5;

/** The pieces of work that wait for a turn, in the order of their arrival. */
const waiting: (() => void)[] = [];
/** The time when the current round gave its first turn; undefined if it has given none. */
let began: number | undefined;

/**
 * True if requests share the turns. In a Worker they must not, because a request would wait for the timer of another
 * request.
 */
let areShared = true;

/** Makes `takeTurn` return at once from now on, for a runtime that keeps requests apart itself. */
export function takeNoTurns(): void {
  areShared = false;
}

/**
 * Asks for a turn for a few milliseconds of work. Undefined means that the turn is now; a promise resolves in a later
 * round. Longer work takes a turn before each piece.
 */
export function takeTurn(): Promise<void> | undefined {
  if (!areShared) return undefined;
  if (began === undefined) {
    began = performance.now();
    afterThisRound(pass);
    return undefined;
  }
  if (waiting.length === 0 && performance.now() - began < ROUND_MS) return undefined;
  return new Promise((resolve) => waiting.push(resolve));
}

function pass(): void {
  const next = waiting.shift();
  if (!next) {
    began = undefined;
    return;
  }
  began = performance.now();
  next();
  afterThisRound(pass);
}

/** Runs `work` after the events that have arrived meanwhile. */
function afterThisRound(work: () => void): void {
  // `setImmediate` waits for the rest of the round only, but some runtimes lack it.
  if (typeof setImmediate === 'function') setImmediate(work);
  else setTimeout(work);
}
