/** Waits until the hub's probes report an expected state of a source. */
import { setTimeout as wait } from 'node:timers/promises';

export interface Health {
  readonly sources: Readonly<Record<string, { ok: boolean; checked: string | null; reason?: string }>>;
  readonly order: readonly string[];
  readonly refusing?: Readonly<Record<string, number>>;
}

/** Reads `GET /api/hub/health`. */
export async function readHealth(base: string): Promise<Health> {
  const response = await fetch(`${base}/api/hub/health`);
  if (!response.ok) throw new Error(`/api/hub/health answered ${response.status}`);
  return (await response.json()) as Health;
}

/**
 * Waits until the hub reports `reason` for the source `host`, and returns the elapsed milliseconds. Throws after
 * `patience` milliseconds.
 */
export async function waitForReason(base: string, host: string, reason: string, patience = 30_000): Promise<number> {
  const before = performance.now();
  for (;;) {
    const state = (await readHealth(base)).sources[host];
    const waited = performance.now() - before;
    if (state?.reason === reason) return waited;
    if (waited > patience) {
      throw new Error(`${host} was not "${reason}" after ${Math.round(waited)} ms but ${JSON.stringify(state)}`);
    }
    await wait(50);
  }
}
