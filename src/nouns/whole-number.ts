// Checks whole numbers from strangers, and never coerces them (decision 0016).
import { DEFAULT_PAGE, MAX_PAGE } from '../basics/limits.ts';

/** True for a number of things: a whole number, 0 or more. */
export const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0;

/** Reads a whole number from `min` to `max` in JSON's format; undefined for any other text. */
export function wholeNumber(text: string, min: number, max: number): number | undefined {
  const number = /^(0|[1-9][0-9]{0,8})$/.test(text) ? Number(text) : -1;
  return number >= min && number <= max ? number : undefined;
}

/** Reads the values of a parameter that says how many entries a page has; undefined if they are wrong. */
export function pageLimit(values: readonly string[]): number | undefined {
  if (values.length === 0) return DEFAULT_PAGE;
  return values.length > 1 ? undefined : wholeNumber(values[0]!, 1, MAX_PAGE);
}
