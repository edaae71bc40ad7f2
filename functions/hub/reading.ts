// Finds the path, the pin and the row of a raw request target. The result depends on the target alone.

import { Remembered } from '../../src/basics/remembered.ts';
import { isRefusal, type Refusal } from '../../src/table/refusals.ts';
import type { Row } from '../../src/table/route.ts';
import { routes } from '../../src/table/routes.ts';
import type { Lead } from '../ports/ports.ts';
import type { AskedTarget } from '../request/answer.ts';
import { match, type Path, readTarget, splitId, type TakenPin, takePin } from '../request/request-target.ts';
import { dialectOf, type SpokenDialect } from './dialects.ts';

/** A parsed target. Requests for the same target share it, so no code may modify it, except for `lead`. */
export interface TargetReading extends AskedTarget {
  /** The path of the target, without the pin. */
  path: Path;
  pin: TakenPin;
  /** Undefined for the hub dialect. */
  dialect: SpokenDialect | undefined;
  /** The row of the route table that the target matches; undefined if it matches none. */
  row: Row | undefined;
  lead: Lead;
}

/**
 * The maximum number of kept readings, and the maximum length in characters of their targets. With these limits, a
 * flood of made-up targets takes only a few megabytes.
 */
const KEPT = 4096;
const KEPT_LENGTH = 256;

export type Reader = (target: string) => TargetReading | Refusal;

/**
 * Makes a reader of targets. It keeps the readings of popular targets, so that these are parsed only once. `known`
 * lists the tokens of the sources that callers can pin.
 */
export function createReader(known: readonly string[]): Reader {
  const readings = new Remembered<string, TargetReading>({ most: KEPT });
  return (target) => {
    const before = readings.known(target);
    if (before) return before;
    const path = readTarget(target);
    if (isRefusal(path)) return path;
    const pin = takePin(path, known);
    splitId(path);
    const [found, dialect] = [match(path.segments, path.slash), dialectOf(path.segments)];
    const row = found && routes[found.name];
    const reading: TargetReading = { path, pin, found, dialect, row, lead: { tree: undefined, to: undefined } };
    if (target.length <= KEPT_LENGTH) readings.put(target, reading);
    return reading;
  };
}
