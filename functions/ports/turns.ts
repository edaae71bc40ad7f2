// Spreads the long work of all callers over the rounds of the event loop, so that a short answer never waits for much of
// it.

/** Milliseconds of work in one round; further work waits for the next. */
const ROUND_MS = 5;

/** Callers that wait for a turn, in order of arrival. */
const waiting: (() => void)[] = [];
/** The time when the current round gave its first turn; undefined if it gave none. */
let began: number | undefined;

/** False if the timers of one request may not wake another, as in a Worker. */
let areShared = true;

/** Grants every turn at once from now on: the runtime itself keeps requests apart. */
export function takeNoTurns(): void {
  areShared = false;
}

/**
 * Gives a turn for a few milliseconds of work: undefined if it is now, else a promise for a later round. Longer work asks
 * for a turn before each piece.
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

/** Runs `work` after the events that arrived meanwhile. */
function afterThisRound(work: () => void): void {
  // Not every runtime has `setImmediate`, which waits only for the round.
  if (typeof setImmediate === 'function') setImmediate(work);
  else setTimeout(work);
}
