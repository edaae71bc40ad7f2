// Turns: long work of all callers is spread over the rounds of the event loop, so that a short answer never waits for much of it.

/** Work of one round, in milliseconds, before others have to wait for the next. */
const ROUND_MS = 5;

/** Callers wait here for a turn, in the order in which they came. */
const waiting: (() => void)[] = [];
/** When the round began in which the first turn was taken; undefined: in this one nobody has. */
let began: number | undefined;

/** False where the timers of one request may not wake another, as in a Worker. */
let areShared = true;

/** From now on every turn is now: the runtime itself keeps requests apart. */
export function takeNoTurns(): void {
  areShared = false;
}

/**
 * A turn to do a few milliseconds of work: undefined when it is now, else a promise of it in a later round. Longer work
 * asks for one before each piece.
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

/** Runs `work` after the events that came in meanwhile. */
function afterThisRound(work: () => void): void {
  // Not every runtime has the first, which waits for nothing but the round.
  if (typeof setImmediate === 'function') setImmediate(work);
  else setTimeout(work);
}
