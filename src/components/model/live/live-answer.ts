// Asks the hub for what a page that is built once cannot know.

/** The answer at `address` just now, and its moment; undefined where nothing comes. */
export async function liveAnswer<T>(address = ''): Promise<{ told: T; now: Date } | undefined> {
  const response = await fetch(address, { headers: { Accept: 'application/json' } });
  if (!response.ok) return undefined;
  // By the clock of the hub: that of the visitor may be wrong.
  const now = new Date(response.headers.get('date') ?? Date.now());
  return { told: (await response.json()) as T, now };
}
