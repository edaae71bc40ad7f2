// Quantities as visitors type them: sizes (`16`, `800 MB`, `24GiB`), ranges of parameters (`min:6B,max:128B`), and whole
// numbers.

import { DEFAULT_PAGE, MAX_PAGE } from '../basics/limits.ts';
import { defined, own } from '../basics/records.ts';

const UNITS: Readonly<Record<string, number>> = {
  mb: 1e6,
  gb: 1e9,
  tb: 1e12,
  mib: 2 ** 20,
  gib: 2 ** 30,
  tib: 2 ** 40,
};

/** A number of at most six digits with one that is not zero, and three places of which one is not zero. */
const WHOLE = [0, 1, 2, 3, 4, 5].map((zeros) => `0{${zeros}}[1-9][0-9]{0,${5 - zeros}}`).join('|');
const PLACES = '[1-9][0-9]{0,2}|0[1-9][0-9]?|00[1-9]';
/** A regular expression for a size above zero. It has no lookahead, which RE2 and its like refuse. */
export const BYTE_SIZE = `^\\s{0,9}((${WHOLE})([.,][0-9]{1,3})?|0{1,6}[.,](${PLACES}))\\s{0,9}([mMgGtT][iI]?[bB])?\\s{0,9}$`;
const SIZE = new RegExp(BYTE_SIZE);

/**
 * Returns the number of bytes of a size that matches `BYTE_SIZE`; undefined for other text. A number without a unit
 * means gigabytes.
 */
export function parseByteSize(text: string): number | undefined {
  if (!SIZE.test(text)) return undefined;
  const [, number = '', unit = ''] = /([\d.,]+)\s*(\w*)/.exec(text)!;
  return Math.round(Number(number.replace(',', '.')) * own(UNITS, unit.toLowerCase() || 'gb')!);
}

/** A range that includes both ends. It has no limit where an end is absent. */
export interface ParameterRange {
  min?: number;
  max?: number;
}

const MULTIPLES: Readonly<Record<string, number>> = { '': 1, k: 1e3, m: 1e6, b: 1e9, t: 1e12 };

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
    ends.set(end!, Math.round(Number(number) * own(MULTIPLES, unit)!));
  const [min, max] = [ends.get('min'), ends.get('max')];
  if ((min ?? 0) > (max ?? Number.POSITIVE_INFINITY)) return undefined;
  return defined({ min, max });
}

/** True for a count, which is a whole number of 0 or more. */
export const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0;

/** Reads a whole number from `min` to `max`, written as in JSON; undefined for any other text. */
export function wholeNumber(text: string, min: number, max: number): number | undefined {
  const number = /^(0|[1-9][0-9]{0,8})$/.test(text) ? Number(text) : -1;
  return number >= min && number <= max ? number : undefined;
}

/**
 * Reads the values of a query parameter for the number of entries on a page. Undefined for a wrong value, or for more
 * than one.
 */
export function pageLimit(values: readonly string[]): number | undefined {
  if (values.length === 0) return DEFAULT_PAGE;
  return values.length > 1 ? undefined : wholeNumber(values[0]!, 1, MAX_PAGE);
}
