// Serves as the yardstick of a Worker's first answer: makes as many reads of bucket and KV as the hub, one after
// another, ignores the values, and always gives the same answer.
import type { WorkerBindings } from '../../../functions/hosts/worker/bindings.ts';

interface Read {
  /** The keys to read from the bucket, as JSON. */
  KEYS: string;
}

export default {
  async fetch(_: Request, { TREE, HEALTH, KEYS }: WorkerBindings & Read): Promise<Response> {
    await Promise.all([readAll(TREE, JSON.parse(KEYS)), HEALTH.get('probes'), HEALTH.get('holders')]);
    return new Response(null, { status: 302, headers: { Location: 'https://source.example/file' } });
  },
};

async function readAll(bucket: WorkerBindings['TREE'], keys: string[]): Promise<void> {
  for (const key of keys) await new Response((await bucket.get(key))?.body).arrayBuffer();
}
