// Whole numbers as others give them: checked, not coerced (decision 0016).

/** True for a number of things: whole, 0 or more. */
export const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0;

/** Reads a whole number in JSON's format, from `min` to `max`; undefined for any other text. */
export function wholeNumber(text: string, min: number, max: number): number | undefined {
  const number = /^(0|[1-9][0-9]{0,8})$/.test(text) ? Number(text) : -1;
  return number >= min && number <= max ? number : undefined;
}
