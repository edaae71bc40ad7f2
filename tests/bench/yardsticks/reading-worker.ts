// The yardstick of a Worker's first answer: a constant, behind as many reads of the bucket and of KV as the hub makes, one after another and unlooked at.
import type { WorkerBindings } from '../../../functions/hosts/worker/bindings.ts';

interface Read {
  /** Keys of the bucket, as JSON. */
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
