// What the threads of a hub ask of each other: a worker of the main thread, which has everything there is one of, and that of its workers.
import type { Address } from '../../../../src/nouns/address.ts';
import type { HealthHistory } from '../../../../src/service/health-history.ts';
import type { Service } from '../../../../src/service/service.ts';
import type { HubHealth } from '../../../../src/shapes/health.ts';
import type { ObjectMetadata } from '../../../../src/shapes/object-plane.ts';
import type { Kind } from '../../../ports/allowance.ts';
import type { Place, Told } from '../../../ports/objects-port.ts';
import type { Holder } from '../../../ports/ports.ts';
import type { SqlStore } from '../../../stores/sql/sql-store.ts';
import type { SharedFiles } from '../../../tree/index-memory.ts';
import type { CountsPlace } from './shared-counts.ts';

/** Who is counted among those who are served at a time. */
export type Lane = 'accounts' | 'strangers';

/** A tree to open, with what of its index other threads hold. */
export interface TreeNews {
  /** Trees are numbered as they come. */
  number: number;
  name: string;
  files: SharedFiles;
}

/** How the sources are. */
export interface HealthNews {
  current: HubHealth;
  history: HealthHistory;
  /** Tokens of those whose last probe failed. */
  down: string[];
}

/** What a source was found to do with a model; it is asked again after so many milliseconds. */
export interface HolderNews {
  source: string;
  model: string;
  refuses: boolean;
  again: number;
}

/** What a worker asks. */
export interface MainCalls {
  /** Whole lines of the access log. */
  log(lines: string): void;
  notice(sentence: string): void;
  /** A request came under a name that the hub has not. */
  unknownName(name: string): void;
  /** Models that somebody asked for in vain. */
  missed(models: string[]): void;
  store(method: keyof SqlStore, args: readonly unknown[]): Promise<unknown>;
  checkStore(): Promise<void>;
  take(did: string, kind: Kind): Promise<number>;
  /** A place among those who are served at a time, to be left by its number; undefined: there is none. */
  enter(lane: Lane): Promise<number | undefined>;
  leave(place: number): void;
  publish(bytes: Uint8Array, told: Told): Promise<ObjectMetadata>;
  listObjects(count: number, place: Place | undefined): Promise<ObjectMetadata[]>;
  objectsAnswer(): Promise<boolean>;
  hidesObject(address: Address): boolean;
  /** A caller was sent to `holder`, or would have been but for a refusal that may be over. */
  directed(model: string, holder: Holder): void;
  doubted(model: string, holder: Holder): void;
}

/** What the main thread asks of a worker. */
export interface WorkerCalls {
  open(tree: TreeNews): Promise<void>;
  /** Listens, at any free port where it is 0, and gives the port. */
  listen(port: number): Promise<number>;
  health(news: HealthNews): void;
  /** News of models at sources, and how many models each source refuses by now. */
  holders(news: HolderNews[], refusing: Record<string, number>): void;
  /** Says for so many seconds that it ends; with none, until those who are connected have asked once more. */
  leave(seconds: number): Promise<void>;
  /** Lets requests under way end and gives what waits to the main thread. */
  close(): Promise<void>;
}

/** What a worker begins with. The rest it reads off its environment. */
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
}
