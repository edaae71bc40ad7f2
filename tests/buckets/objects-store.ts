// A store of objects, as the suite of published objects needs it.

import type { ObjectsPort } from '../../functions/ports/objects-port.ts';
import type { ObjectsSettings } from '../../functions/stores/objects/bucket-objects.ts';
import type { Awaitable } from '../../src/basics/awaitable.ts';

/** A store whose names include the prefix. */
export interface ObjectsStore {
  name: string;
  /** The reason why this machine can't run it; undefined if it can. */
  missing: string | undefined;
  start(): Promise<void>;
  stop(): Promise<void>;
  open(prefix: string, settings: ObjectsSettings): Promise<ObjectsPort>;
  read(name: string): Awaitable<Buffer>;
  write(name: string, bytes: Uint8Array): Awaitable<void>;
  /** The settings of a server that publishes to the store; absent if none can. */
  served?: (prefix: string) => { folder: string; env: Record<string, string> };
}
