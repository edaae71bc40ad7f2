// Declares what all files and requests of a run share.
import type { Placement } from '../disk/placement.ts';
import type { WorkFolder } from '../disk/work-folder.ts';
import type { RateLimit } from '../wire/rate-limit.ts';
import type { WireClient } from '../wire/wire-client.ts';
import type { Tell } from './pull-events.ts';
import type { PullLimits, PullSource, Speed } from './pull-source.ts';

export interface PullContext {
  client: WireClient;
  sources: ReadonlyMap<string, PullSource>;
  placement: Placement;
  work: WorkFolder;
  limit: RateLimit | undefined;
  limits: PullLimits;
  /** The speeds of all running requests. */
  speeds: Set<Speed>;
  tell: Tell;
  /** Aborts when the run ends, and so ends all requests. */
  signal: AbortSignal;
  /** Looks for the next requests, after a change of the run. */
  wake: () => void;
  /** Ends the run although files are missing, because the disk refuses writes. */
  stop: (error: unknown) => void;
}
