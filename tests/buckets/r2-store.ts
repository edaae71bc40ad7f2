// Opens R2 in miniflare's workerd, through its binding, as a Worker does.

import type { R2Bucket } from '../../functions/hosts/worker/bindings.ts';
import { r2Bucket } from '../../functions/hosts/worker/r2-bucket.ts';
import type { ObjectsPort } from '../../functions/ports/objects-port.ts';
import { objectsIn } from '../../functions/stores/objects/bucket-objects.ts';
import type { Awaitable } from '../../src/basics/awaitable.ts';
import { installedRuntime, runtimesMissing } from '../clients/runtimes.ts';
import type { Miniflare } from '../fixtures/miniflare.d.ts';

/** A store of published objects. The names that `read` and `write` take include the prefix that `open` takes. */
export interface ObjectsStore {
  name: string;
  /** The reason why this machine can't run the store; undefined if it can. */
  missing: string | undefined;
  start(): Promise<void>;
  stop(): Promise<void>;
  open(prefix: string, settings: Parameters<typeof objectsIn>[1]): Promise<ObjectsPort>;
  read(name: string): Awaitable<Buffer>;
  write(name: string, bytes: Uint8Array): Awaitable<void>;
}

export function r2ObjectsStore(): ObjectsStore {
  const path = installedRuntime('miniflare');
  let miniflare: Miniflare | undefined;
  let bucket: R2Bucket;
  return {
    name: 'R2',
    missing: runtimesMissing('miniflare'),
    async start() {
      const { Miniflare, Headers: RuntimeHeaders } = (await import(
        path!
      )) as typeof import('../fixtures/miniflare.d.ts');
      const script = 'export default { fetch: () => new Response() }';
      miniflare = new Miniflare({ modules: true, script, r2Buckets: ['OBJECTS'], compatibilityDate: '2026-07-30' });
      bucket = speaking(await miniflare.getR2Bucket('OBJECTS'), RuntimeHeaders);
    },
    stop: async () => miniflare?.dispose(),
    open: async (prefix, settings) => objectsIn(r2Bucket(bucket, `${prefix}/`, 'r2:OBJECTS'), settings),
    async read(name) {
      const found = await bucket.get(name);
      return Buffer.from(await new Response(found!.body!).arrayBuffer());
    },
    write: async (name, bytes) => void (await bucket.put(name, bytes)),
  };
}

type Conditions = Parameters<R2Bucket['get']>[1];

/** Wraps `bucket`, which accepts only the Headers class of its own runtime, and converts the headers of Node. */
function speaking(bucket: R2Bucket, RuntimeHeaders: typeof Headers): R2Bucket {
  const told = (options: Conditions = {}): Conditions =>
    Object.fromEntries(Object.entries(options).map(([name, headers]) => [name, new RuntimeHeaders([...headers])]));
  return {
    head: (key) => bucket.head(key),
    get: (key, options) => bucket.get(key, told(options)),
    put: (key, value, options) => bucket.put(key, value, told(options)),
    list: (options) => bucket.list(options),
    delete: (key) => bucket.delete(key),
  };
}
