// Reads JSON objects that name their format.

/** Reads the object in `text`. Throws for another format; the message is the end of a sentence. */
export function readObject<T extends { format: string }>(text: string, format: T['format']): T {
  let value: T | null;
  try {
    value = JSON.parse(text) as T | null;
  } catch {
    throw new Error(`expected a ${format} object, found what is not JSON`);
  }
  if (value?.format !== format) throw new Error(`expected a ${format} object, found ${String(value?.format)}`);
  return value;
}
