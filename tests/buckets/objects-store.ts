// A store for the suite of published objects.

import type { ObjectsPort } from '../../functions/ports/objects-port.ts';
import type { ObjectsSettings } from '../../functions/stores/objects/bucket-objects.ts';
import type { Awaitable } from '../../src/basics/awaitable.ts';

/** Names are full ones, with the prefix. */
export interface ObjectsStore {
  name: string;
  /** The reason why this machine lacks it. */
  missing: string | undefined;
  start(): Promise<void>;
  stop(): Promise<void>;
  open(prefix: string, settings: ObjectsSettings): Promise<ObjectsPort>;
  read(name: string): Awaitable<Buffer>;
  write(name: string, bytes: Uint8Array): Awaitable<void>;
  /** The settings of a server that publishes there; absent where none can. */
  served?: (prefix: string) => { folder: string; env: Record<string, string> };
}
