// Declares the calls between the threads of a hub. Workers call the main thread, which owns everything that exists
// once, and the main thread calls the workers.
import type { Address } from '../../../../src/nouns/address.ts';
import type { HealthHistory } from '../../../../src/service/health-history.ts';
import type { Service } from '../../../../src/service/service.ts';
import type { Withdrawal } from '../../../../src/service/withdrawals.ts';
import type { HubHealth } from '../../../../src/shapes/health.ts';
import type { ObjectMetadata } from '../../../../src/shapes/object-plane.ts';
import type { Kind, Lane } from '../../../ports/allowance.ts';
import type { ListPlace, SentFacts } from '../../../ports/objects-port.ts';
import type { Holder } from '../../../ports/ports.ts';
import type { SharedFiles } from '../../../stores/packs/index-memory.ts';
import type { SqlStore } from '../../../stores/sql/sql-store.ts';
import type { Metrics } from '../metrics/thread-metrics.ts';
import type { CountsPlace } from './shared-counts.ts';

/** A tree to open, with the files of its search index that threads share. */
export interface TreeNews {
  /** The number of the tree. Trees are numbered in the order in which they arrive. */
  number: number;
  name: string;
  files: SharedFiles;
}

/** The state of the sources, for the workers. */
export interface HealthNews {
  current: HubHealth;
  history: HealthHistory;
  /** The tokens of the sources whose last probe failed. */
  down: string[];
}

/** Says whether a source refuses a model. After `again` milliseconds the source may be asked again. */
export interface HolderNews {
  source: string;
  model: string;
  refuses: boolean;
  again: number;
}

/** A model that a client asked for and that the index lacks. */
export interface Wish {
  model: string;
  client: string | undefined;
}

/** The calls that a worker makes to the main thread. */
export interface MainCalls {
  /** Writes whole lines to the access log. */
  log(lines: string): void;
  notice(sentence: string): void;
  /** Reports a host name that is not the hub's. */
  unknownName(name: string): void;
  /** Reports models that callers asked for and that the index lacks. */
  missed(wishes: Wish[]): void;
  store(method: keyof SqlStore, args: readonly unknown[]): Promise<unknown>;
  checkStore(): Promise<void>;
  take(did: string, kind: Kind): Promise<number>;
  /**
   * Counts one more caller among those that are served at the same time. Returns the number that `leave` needs after
   * the caller was served; undefined if too many callers are being served.
   */
  enter(lane: Lane): Promise<number | undefined>;
  leave(place: number): void;
  publish(bytes: Uint8Array, facts: SentFacts): Promise<ObjectMetadata>;
  listObjects(count: number, place: ListPlace | undefined): Promise<ObjectMetadata[]>;
  objectsAnswer(): Promise<boolean>;
  hidesObject(address: Address): boolean;
  /**
   * `directed` reports that a caller was redirected to `holder`. `doubted` reports that `holder` was passed over for an
   * earlier refusal, which may be outdated.
   */
  directed(model: string, holder: Holder): void;
  doubted(model: string, holder: Holder): void;
}

/** The calls that the main thread makes to a worker. */
export interface WorkerCalls {
  open(tree: TreeNews): Promise<void>;
  /** Listens and returns the port. With 0 it takes any free port. */
  listen(port: number): Promise<number>;
  health(news: HealthNews): void;
  /** Sends results about models at sources, and the number of models that each source refuses now. */
  holders(news: HolderNews[], refusing: Record<string, number>): void;
  /** Sends the list of all models that are withdrawn now. */
  withdrawn(list: readonly Withdrawal[]): void;
  /**
   * Makes each answer the last of its connection for `seconds`. With 0, waits for one more request on each open
   * connection.
   */
  leave(seconds: number): Promise<void>;
  /** Returns the worker's counts. It is called only with HUB_METRICS. */
  metrics(): Promise<Metrics>;
  /** Waits for running requests, and sends everything that is not sent yet to the main thread. */
  close(): Promise<void>;
}

/** The data with which a worker starts. It reads its other settings from its environment. */
export interface Beginning {
  /** The number of the worker, from 0. */
  number: number;
  service: Service;
  baseUrl: string | undefined;
  bounds: { connections: number; connectionsPerAddress: number | undefined };
  /** Holds the number of the tree from which all workers answer. */
  tree: SharedArrayBuffer;
  connections: CountsPlace;
  seeds: Uint32Array;
  /** For each worker, the number of characters of its log that the main thread has not received yet. */
  logged: CountsPlace;
  /** The memory in which all workers count redirects (`hour-counts.ts`). */
  activity: SharedArrayBuffer;
  health: HealthNews;
  refusals: HolderNews[];
  refusing: Record<string, number>;
  /** The withdrawn models; undefined until the main thread has read the database. */
  withdrawn: readonly Withdrawal[] | undefined;
}
