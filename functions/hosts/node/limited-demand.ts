// Notes a few unknown models an hour for each client, so that made-up names crowd out nobody else's.
import type { DemandPort } from '../../ports/ports.ts';

/** Models of one client in an hour (content/docs/limits.md). */
const MODELS = 20;
const HOUR_MS = 3_600_000;
/** Clients that are counted, in memory alone; then the one that noted nothing new for longest is forgotten. */
const CLIENTS = 4096;

/**
 * Passes a client's wishes on to `demand`, as far as it may have them. A client that the host does not know is not limited.
 * `now` gives milliseconds of a clock that only goes forward.
 */
export function limitedDemand(demand: DemandPort, now = () => performance.now()): DemandPort {
  /** When each client had each model noted, the oldest first. */
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
