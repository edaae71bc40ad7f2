// Checks whole numbers from strangers, and never coerces them (decision 0016).

/** True for a number of things: a whole number, 0 or more. */
export const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0;

/** Reads a whole number from `min` to `max` in JSON's format; undefined for any other text. */
export function wholeNumber(text: string, min: number, max: number): number | undefined {
  const number = /^(0|[1-9][0-9]{0,8})$/.test(text) ? Number(text) : -1;
  return number >= min && number <= max ? number : undefined;
}
