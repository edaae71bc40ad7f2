// Tests the results of probes in KV: malformed values are ignored, and the next run overwrites them.
import { expect, test } from 'vitest';
import type { KvNamespace } from '../../../../../functions/hosts/worker/bindings.ts';
import { KvHealth } from '../../../../../functions/hosts/worker/kv-health.ts';
import { service } from '../../../../fixtures/hub.ts';

const FORMAT = 'hub.model-hub.probes/v2';
const [{ host }] = service.sources as [(typeof service.sources)[number]];

function kvWith(text: string): { kv: KvNamespace; kept: () => string } {
  let kept = text;
  return {
    kept: () => kept,
    kv: {
      get: async () => kept,
      put: async (_, value) => {
        kept = value;
      },
    },
  };
}

test.each(['garbage{', 'null', '3', '{}', '{"format":"hub.model-hub.probes/v9","value":{}}'])(
  'results of probes in another format are ignored: %s',
  async (text) => {
    const { kv, kept } = kvWith(text);
    const read = new KvHealth(kv, service.sources);
    await read.look();
    expect(read.current().sources[host]).toEqual({ ok: true, checked: null, reason: 'unprobed' });
    expect(read.spells()[host]).toBeUndefined();
    await new KvHealth(kv, []).probe(async () => ({ ok: true, reason: 'reached' }));
    expect(JSON.parse(kept())).toEqual({ format: FORMAT, value: { sources: {} } });
  },
);
