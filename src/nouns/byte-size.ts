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

/** The form of a size above zero, as a regular expression. */
export const BYTE_SIZE = '^\\s{0,9}(?=[^1-9]*[1-9])[0-9]{1,6}([.,][0-9]{1,3})?\\s{0,9}([mMgGtT][iI]?[bB])?\\s{0,9}$';
const SIZE = new RegExp(BYTE_SIZE);

/**
 * Gives the bytes of a size that matches `BYTE_SIZE`. A number without a unit means gigabytes. Undefined for other
 * text.
 */
export function parseByteSize(text: string): number | undefined {
  if (!SIZE.test(text)) return undefined;
  const [, number = '', unit = ''] = /([\d.,]+)\s*(\w*)/.exec(text)!;
  return Math.round(Number(number.replace(',', '.')) * own(UNITS, unit.toLowerCase() || 'gb')!);
}
