// Declares the calls between the threads of a hub: workers call the main thread, which owns everything that exists
// once, and it calls them.
import type { Address } from '../../../../src/nouns/address.ts';
import type { HealthHistory } from '../../../../src/service/health-history.ts';
import type { Service } from '../../../../src/service/service.ts';
import type { Withdrawal } from '../../../../src/service/withdrawals.ts';
import type { HubHealth } from '../../../../src/shapes/health.ts';
import type { ObjectMetadata } from '../../../../src/shapes/object-plane.ts';
import type { Kind } from '../../../ports/allowance.ts';
import type { ListPlace, SentFacts } from '../../../ports/objects-port.ts';
import type { Holder } from '../../../ports/ports.ts';
import type { SharedFiles } from '../../../stores/packs/index-memory.ts';
import type { SqlStore } from '../../../stores/sql/sql-store.ts';
import type { Metrics } from '../metrics/thread-metrics.ts';
import type { CountsPlace } from './shared-counts.ts';

/** A caller counts in one of these lanes. */
export type Lane = 'accounts' | 'strangers';

/** A tree to open, with the parts of its index that other threads share. */
export interface TreeNews {
  /** Trees are numbered as they come. */
  number: number;
  name: string;
  files: SharedFiles;
}

/** Carries the state of the sources to the workers. */
export interface HealthNews {
  current: HubHealth;
  history: HealthHistory;
  /** Tokens of those whose last probe failed. */
  down: string[];
}

/** Says whether a source refuses a model; we ask the source again after `again` milliseconds. */
export interface HolderNews {
  source: string;
  model: string;
  refuses: boolean;
  again: number;
}

/** A worker calls these. */
export interface MainCalls {
  /** Whole lines of the access log. */
  log(lines: string): void;
  notice(sentence: string): void;
  /** Reports a host name that is not the hub's. */
  unknownName(name: string): void;
  /** Reports models that callers wanted and the index does not have. */
  missed(models: string[]): void;
  store(method: keyof SqlStore, args: readonly unknown[]): Promise<unknown>;
  checkStore(): Promise<void>;
  take(did: string, kind: Kind): Promise<number>;
  /** Takes a place among the callers served at once and gives its number, for `leave`; undefined when all are taken. */
  enter(lane: Lane): Promise<number | undefined>;
  leave(place: number): void;
  publish(bytes: Uint8Array, told: SentFacts): Promise<ObjectMetadata>;
  listObjects(count: number, place: ListPlace | undefined): Promise<ObjectMetadata[]>;
  objectsAnswer(): Promise<boolean>;
  hidesObject(address: Address): boolean;
  /** Reports that a caller was sent to `holder`, or would have been without a refusal that may be over. */
  directed(model: string, holder: Holder): void;
  doubted(model: string, holder: Holder): void;
}

/** The main thread calls these. */
export interface WorkerCalls {
  open(tree: TreeNews): Promise<void>;
  /** Listens, at any free port where it is 0, and gives the port. */
  listen(port: number): Promise<number>;
  health(news: HealthNews): void;
  /** News of models at sources, and how many models each source refuses by now. */
  holders(news: HolderNews[], refusing: Record<string, number>): void;
  /** The models that are withdrawn by now. */
  withdrawn(list: readonly Withdrawal[]): void;
  /** Announces the end for so many seconds; with 0, until open connections had one more request. */
  leave(seconds: number): Promise<void>;
  /** Tells what it has counted; asked for only where HUB_METRICS is set. */
  metrics(): Promise<Metrics>;
  /** Lets requests under way end and gives what waits to the main thread. */
  close(): Promise<void>;
}

/** A worker starts with these; it reads the rest from its environment. */
export interface Beginning {
  /** From 0. */
  number: number;
  service: Service;
  baseUrl: string | undefined;
  bounds: { connections: number; connectionsPerAddress: number | undefined };
  /** The number of the tree that is answered from. */
  tree: SharedArrayBuffer;
  connections: CountsPlace;
  seeds: Uint32Array;
  /** Bytes of the log on their way to the main thread, for each worker. */
  logged: CountsPlace;
  health: HealthNews;
  refusals: HolderNews[];
  refusing: Record<string, number>;
  /** Undefined: no database was read yet. */
  withdrawn: readonly Withdrawal[] | undefined;
}
