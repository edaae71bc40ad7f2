// A store that the suite of published objects is played on.

import type { ObjectsPort } from '../../functions/ports/objects-port.ts';
import type { ObjectsSettings } from '../../functions/stores/objects/bucket-objects.ts';
import type { Awaitable } from '../../src/basics/awaitable.ts';

/** Names are whole ones. */
export interface ObjectsStore {
  name: string;
  /** Why it can't be had on this machine. */
  missing: string | undefined;
  start(): Promise<void>;
  stop(): Promise<void>;
  open(prefix: string, settings: ObjectsSettings): Promise<ObjectsPort>;
  read(name: string): Awaitable<Buffer>;
  write(name: string, bytes: Uint8Array): Awaitable<void>;
  /** The settings of a server that publishes there; absent where none can. */
  served?: (prefix: string) => { folder: string; env: Record<string, string> };
}
