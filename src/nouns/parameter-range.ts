// Ranges of parameter counts as clients of the public hub write them: `min:6B,max:128B`, either end alone.
import { own } from '../basics/own.ts';

/** Both ends included; an absent end is open. */
export interface ParameterRange {
  min?: number;
  max?: number;
}

const UNITS: Readonly<Record<string, number>> = { '': 1, k: 1e3, m: 1e6, b: 1e9, t: 1e12 };

/** The range; undefined when the text is not a range, names an end twice, or the ends are the wrong way round. */
export function parseParameterRange(text: string): ParameterRange | undefined {
  const range: ParameterRange = {};
  for (const part of text.split(',')) {
    const [, end, number, unit = ''] = /^\s*(min|max):\s*(\d{1,15}(?:\.\d{1,6})?)([kmbt]?)\s*$/i.exec(part) ?? [];
    if (end === undefined) return undefined;
    const name = end.toLowerCase() as 'min' | 'max';
    if (range[name] !== undefined) return undefined;
    range[name] = Math.round(Number(number) * own(UNITS, unit.toLowerCase())!);
  }
  const { min = 0, max = Number.POSITIVE_INFINITY } = range;
  return min <= max ? range : undefined;
}
