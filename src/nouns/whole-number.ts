// Checks whole numbers from strangers. Never converts a value of another type to a number (decision 0016).
import { DEFAULT_PAGE, MAX_PAGE } from '../basics/limits.ts';

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
