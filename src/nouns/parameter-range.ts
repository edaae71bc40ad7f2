// Ranges of parameter counts as clients of the public hub write them: `min:6B,max:128B`, or only one of the two ends.
import { defined } from '../basics/defined.ts';
import { own } from '../basics/own.ts';

/** A range that includes both ends. It has no limit where an end is absent. */
export interface ParameterRange {
  min?: number;
  max?: number;
}

const UNITS: Readonly<Record<string, number>> = { '': 1, k: 1e3, m: 1e6, b: 1e9, t: 1e12 };

const COUNT = ':\\s*[0-9]{1,15}(\\.[0-9]{1,6})?[kKmMbBtT]?\\s*';
const [MIN, MAX] = [`\\s*[mM][iI][nN]${COUNT}`, `\\s*[mM][aA][xX]${COUNT}`];

/** A regular expression for a range: both ends in either order, or one end. */
export const PARAMETER_RANGE = `^(${MIN}(,${MAX})?|${MAX}(,${MIN})?)$`;
const RANGE = new RegExp(PARAMETER_RANGE);

/** Reads a range; undefined if the text does not match `PARAMETER_RANGE`, or if the ends are in the wrong order. */
export function parseParameterRange(text: string): ParameterRange | undefined {
  if (!RANGE.test(text)) return undefined;
  const ends = new Map<string, number>();
  for (const [, end, number, unit = ''] of text.toLowerCase().matchAll(/(min|max):\s*([\d.]+)(\w?)/g))
    ends.set(end!, Math.round(Number(number) * own(UNITS, unit)!));
  const [min, max] = [ends.get('min'), ends.get('max')];
  if ((min ?? 0) > (max ?? Number.POSITIVE_INFINITY)) return undefined;
  return defined({ min, max });
}
