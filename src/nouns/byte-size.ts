// Sizes as visitors type them: `16`, `16GB`, `800 MB`, `24GiB`.
import { own } from '../basics/own.ts';

const UNITS: Readonly<Record<string, number>> = {
  mb: 1e6,
  gb: 1e9,
  tb: 1e12,
  mib: 2 ** 20,
  gib: 2 ** 30,
  tib: 2 ** 40,
};

/** A regular expression for a size above zero. */
export const BYTE_SIZE = '^\\s{0,9}(?=[^1-9]*[1-9])[0-9]{1,6}([.,][0-9]{1,3})?\\s{0,9}([mMgGtT][iI]?[bB])?\\s{0,9}$';
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
