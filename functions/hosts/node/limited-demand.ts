// Records demand for at most a few unknown models an hour for each client, so that made-up names do not crowd out the
// models of other clients.
import type { DemandPort } from '../../ports/ports.ts';

/** The maximum number of models that are recorded for one client in an hour (content/docs/limits.md). */
const MODELS = 20;
const HOUR_MS = 3_600_000;
/**
 * The maximum number of clients that are counted in memory. One more client replaces the client that has asked for no
 * new model for the longest time.
 */
const CLIENTS = 4096;

/**
 * Wraps `demand` so that it records at most `MODELS` models an hour for each client. Requests are not limited if the
 * host does not know the client. `now` returns milliseconds of a clock that only goes forward.
 */
export function limitedDemand(demand: DemandPort, now = () => performance.now()): DemandPort {
  /** The time when each model was recorded, by client and then by model, the oldest first. */
  const noted = new Map<string, Map<string, number>>();
  const mayNote = (client: string, model: string): boolean => {
    const models = noted.get(client) ?? new Map<string, number>();
    for (const [known, at] of models) if (at <= now() - HOUR_MS) models.delete(known);
    if (models.has(model)) return true;
    if (models.size >= MODELS) return false;
    models.set(model, now());
    noted.delete(client);
    noted.set(client, models);
    if (noted.size > CLIENTS) noted.delete(noted.keys().next().value!);
    return true;
  };
  return {
    record(model, client) {
      if (client === undefined || mayNote(client, model)) demand.record(model, client);
    },
  };
}
