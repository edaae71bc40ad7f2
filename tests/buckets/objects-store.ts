// The interface of a store that the tests of published objects run against.

import type { ObjectsPort } from '../../functions/ports/objects-port.ts';
import type { ObjectsSettings } from '../../functions/stores/objects/bucket-objects.ts';
import type { Awaitable } from '../../src/basics/awaitable.ts';

/** A store of published objects. The names that `read` and `write` take include the prefix that `open` takes. */
export interface ObjectsStore {
  name: string;
  /** The reason why this machine can't run the store; undefined if it can. */
  missing: string | undefined;
  start(): Promise<void>;
  stop(): Promise<void>;
  open(prefix: string, settings: ObjectsSettings): Promise<ObjectsPort>;
  read(name: string): Awaitable<Buffer>;
  write(name: string, bytes: Uint8Array): Awaitable<void>;
}
