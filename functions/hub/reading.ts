// Reads a raw request target in three steps: the target, the pin, the row. The result depends on the target alone.

import { Remembered } from '../../src/basics/remembered.ts';
import type { Match } from '../../src/table/matcher.ts';
import { isRefusal, type Refusal } from '../../src/table/refusals.ts';
import type { RouteName } from '../../src/table/routes.ts';
import { type Path, readTarget, type TakenPin, takePin } from '../request/request-target.ts';
import { match } from '../request/row-match.ts';
import { dialectOf, type SpokenDialect } from './dialects.ts';

/** Holds the meaning of a target. Requests share it, so nobody may change it. */
export interface TargetReading {
  /** The path of the target, without the pin. */
  path: Path;
  pin: TakenPin;
  /** Undefined: no row of the table. */
  found: Match<RouteName> | undefined;
  /** Undefined: the hub's. */
  dialect: SpokenDialect | undefined;
}

/** Readings kept, and the longest target of one: a flood of made-up targets holds a few megabytes at most. */
const KEPT = 4096;
const KEPT_LENGTH = 256;

export type Reader = (target: string) => TargetReading | Refusal;

/** Makes a reader of targets that parses popular ones once; `known` are the tokens that callers can pin. */
export function createReader(known: readonly string[]): Reader {
  const readings = new Remembered<string, TargetReading>({ most: KEPT });
  return (target) => {
    const before = readings.known(target);
    if (before) return before;
    const path = readTarget(target);
    if (isRefusal(path)) return path;
    const pin = takePin(path, known);
    const reading = { path, pin, found: match(path.segments, path.slash), dialect: dialectOf(path.segments) };
    if (target.length <= KEPT_LENGTH) readings.put(target, reading);
    return reading;
  };
}
