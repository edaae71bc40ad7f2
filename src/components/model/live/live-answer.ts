// Asks the hub for facts that change after a page is built.

/** Gets the JSON at `address`, and the time by the hub's clock; undefined if the hub refuses. */
export async function liveAnswer<T>(address = ''): Promise<{ facts: T; now: Date } | undefined> {
  const response = await fetch(address, { headers: { Accept: 'application/json' } });
  if (!response.ok) return undefined;
  // Takes the time from the hub's clock, since that of the visitor may be wrong.
  const now = new Date(response.headers.get('date') ?? Date.now());
  return { facts: (await response.json()) as T, now };
}

/** A sentence, and a mark that tells whether it is good news. */
export interface LiveWords {
  mark: 'good' | 'bad' | 'unknown';
  word: string;
  text: string;
}
