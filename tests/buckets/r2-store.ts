// Opens R2 in miniflare's workerd, through its binding, as a Worker does.

import type { R2Bucket } from '../../functions/hosts/worker/bindings.ts';
import { r2Bytes } from '../../functions/hosts/worker/r2-bytes.ts';
import type { Bytes } from '../../src/tree/store.ts';
import { installedRuntime, runtimesMissing } from '../clients/runtimes.ts';
import type { Miniflare } from '../fixtures/miniflare.d.ts';

/** A place for bytes, with any number of stores in it. */
export interface BytesPlace {
  name: string;
  /** The reason why this machine can't run the place; undefined if it can. */
  missing: string | undefined;
  start(): Promise<void>;
  stop(): Promise<void>;
  /** Opens the store below `prefix`. */
  open(prefix: string, onStrange?: (what: string) => void): Promise<Bytes>;
}

export function r2Place(): BytesPlace {
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
    open: async (prefix) => r2Bytes(bucket, `${prefix}/`, 'r2:OBJECTS'),
  };
}

/** Wraps `bucket`, which accepts only the Headers class of its own runtime, and converts the headers of Node. */
const speaking = (bucket: R2Bucket, RuntimeHeaders: typeof Headers): R2Bucket => ({
  head: (key) => bucket.head(key),
  get: (key, options) => bucket.get(key, options),
  put: (key, value, { onlyIf } = {}) =>
    bucket.put(key, value, onlyIf ? { onlyIf: new RuntimeHeaders([...onlyIf]) } : {}),
  list: (options) => bucket.list(options),
  delete: (key) => bucket.delete(key),
});
