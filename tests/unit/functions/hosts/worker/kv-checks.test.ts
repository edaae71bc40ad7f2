// Tests the results of probes and the state of holders in KV: malformed values are ignored, and the next run
// overwrites them.
import { expect, test } from 'vitest';
import type { KvNamespace } from '../../../../../functions/hosts/worker/bindings.ts';
import { KvHealth } from '../../../../../functions/hosts/worker/kv-health.ts';
import { KvHolders } from '../../../../../functions/hosts/worker/kv-holders.ts';
import { service } from '../../../../fixtures/hub.ts';

const [PROBES, HOLDERS] = ['hub.model-hub.probes/v1', 'hub.model-hub.holders/v1'];
const [{ token, host }] = service.sources as [(typeof service.sources)[number]];

function kvWith(values: Record<string, unknown>): { kv: KvNamespace; kept: Map<string, string> } {
  const kept = new Map(Object.entries(values).map(([key, value]) => [key, JSON.stringify(value)]));
  const kv: KvNamespace = {
    get: async (key) => kept.get(key) ?? null,
    put: async (key, value) => void kept.set(key, value),
    list: async () => ({ keys: [] }),
    delete: async (key) => void kept.delete(key),
  };
  return { kv, kept };
}

const at = '2026-11-20T10:00:00.000Z';
const health = { ok: false, checked: null, reason: 'dns', asked: new Date().toISOString() };
const good = {
  since: at,
  sources: { [token]: { health, spells: [{ ok: false, reason: 'dns', from: at, to: at, probes: 1 }] } },
};

test('the results of a run are served', async () => {
  const read = new KvHealth(kvWith({ probes: { format: PROBES, value: good } }).kv, service.sources);
  await read.look();
  expect(read.current().sources[host]).toEqual({ ok: false, checked: null, reason: 'dns' });
  expect(read.history().sources[host]).toHaveLength(1);
});

test.each([
  ['no sources', { since: at, sources: null }],
  ['no instant', { ...good, since: 'x' }],
  ['no health', { since: at, sources: { [token]: { health: null, spells: [] } } }],
  ['malformed spells', { since: at, sources: { [token]: { health, spells: 3 } } }],
  ['a text', 'sources'],
  ['nothing', null],
])('results of probes with %s are ignored', async (_, value) => {
  const { kv, kept } = kvWith({ probes: { format: PROBES, value } });
  const read = new KvHealth(kv, service.sources);
  await read.look();
  expect(read.current().sources[host]).toEqual({ ok: true, checked: null, reason: 'unprobed' });
  expect(read.history().sources[host]).toEqual([]);
  await new KvHealth(kv, []).probe('tests');
  expect(JSON.parse(kept.get('probes')!)).toEqual({
    format: PROBES,
    value: { since: expect.any(String), sources: {} },
  });
});

test.each([
  ['no models', { [token]: null }],
  ['a malformed refusal', { [token]: { 'a/b': 1 } }],
  ['nothing', null],
])('states of holders with %s are ignored', async (_, value) => {
  const { kv, kept } = kvWith({ holders: { format: HOLDERS, value } });
  const holders = new KvHolders(kv, () => {});
  await holders.look();
  expect([holders.refusing(), holders.refuses('a/b', token)]).toEqual([{}, false]);
  await holders.ask('tests', () => true);
  expect(JSON.parse(kept.get('holders')!)).toEqual({ format: HOLDERS, value: {} });
});
