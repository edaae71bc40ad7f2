// A value of KV that somebody, or another release, may have written.

/** The JSON `text` says, where `is` says that it is what is meant; undefined otherwise, and for no text. */
export function parsedAs<T>(text: string | null, is: (value: unknown) => value is T): T | undefined {
  if (text === null) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return is(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
