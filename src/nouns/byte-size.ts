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

/** Bytes of a size above zero; a number alone is gigabytes. Undefined for any other text. */
export function parseByteSize(text: string): number | undefined {
  const [, number, unit] = /^(\d{1,6}(?:[.,]\d{1,3})?)\s*([a-z]*)$/i.exec(text.trim()) ?? [];
  const scale = own(UNITS, (unit || 'gb').toLowerCase());
  if (number === undefined || scale === undefined) return undefined;
  const bytes = Math.round(Number(number.replace(',', '.')) * scale);
  return bytes > 0 ? bytes : undefined;
}
