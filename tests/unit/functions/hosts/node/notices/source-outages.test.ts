// Tests that HUB_NOTIFY gets one notice for each outage of a source, and only if models have no other source.
import { expect, inject, test } from 'vitest';
import { modelsOnlyAt } from '../../../../../../functions/hosts/node/notices/models-only-at.ts';
import { watchOutages } from '../../../../../../functions/hosts/node/notices/source-outages.ts';
import { openTree } from '../../../../../../functions/stores/tree/node-tree.ts';
import { type Spell, withProbe } from '../../../../../../src/service/health-history.ts';
import type { News } from '../../../../../../src/shapes/notices.ts';
import { service } from '../../../../../fixtures/hub.ts';
import { days } from '../../../../../fixtures/rows.ts';

const source = (token: string) => service.sources.find((one) => one.token === token)!;
const tree = () => openTree(inject('fixture').dist);

/** Counts the models of the fixture that only the source `token` has. P2P does not count as a source. */
function heldOnlyBy(token: string): number {
  const ids = new Map(days.flatMap(({ rows }) => rows as readonly Row[]).map((row) => [row.id, row]));
  return [...ids.values()].filter(({ gated, sources = [{ source: 'srca' }] }) => {
    const whole = sources.filter(({ source, files }) => source !== 'p2p' && !files);
    return !gated && whole.length === 1 && whole[0]!.source === token;
  }).length;
}

interface Row {
  id: string;
  gated?: boolean;
  sources?: { source: string; files?: string[] }[];
}

test.each(['srca', 'srcb', 'ipfs'])('the models that only %s has are counted', async (token) => {
  expect(await modelsOnlyAt(tree(), source(token))).toBe(heldOnlyBy(token));
});

interface Watched {
  /** Reports the result of one probe of a source. */
  probe(token: string, ok: boolean): Promise<void>;
  told: News[];
}

function watched(before: Spell[] = []): Watched {
  const told: News[] = [];
  const spells: Record<string, Spell[]> = { srca: before };
  let clock = Date.parse('2026-11-20T00:00:00Z');
  const heard = watchOutages({
    ...{ sources: service.sources, tree },
    tell: async (news) => void told.push(news),
    onFault: (error) => {
      throw error;
    },
  });
  return {
    told,
    async probe(token, ok) {
      clock += 1000;
      const at = new Date(clock).toISOString();
      spells[token] = withProbe(spells[token] ?? [], { ok, reason: ok ? 'verified' : 'timeout' }, at);
      const health = { ok, checked: null, asked: at };
      const sources = Object.fromEntries(Object.entries(spells).map(([name, has]) => [name, { health, spells: has }]));
      heard({ since: at, sources });
      await new Promise((resolve) => setTimeout(resolve, 20));
    },
  };
}

test('the third failed probe in a row sends a notice, once for each outage', async () => {
  const { probe, told } = watched();
  for (const ok of [true, false, false]) await probe('srca', ok);
  expect(told).toEqual([]);
  for (const ok of [false, false, false]) await probe('srca', ok);
  const models = heldOnlyBy('srca');
  expect(models).toBeGreaterThan(1);
  expect(told).toEqual([
    {
      ...{ event: 'source', source: source('srca').host, reason: 'timeout', models },
      text: `Source A (${source('srca').host}) is down (timeout), and ${models} models have no other source.`,
    },
  ]);
  await probe('srcb', true);
  for (const ok of [true, false, false, false]) await probe('srca', ok);
  expect(told.length).toBe(2);
});

test('a source whose models have other sources sends no notice', async () => {
  const { probe, told } = watched();
  expect(heldOnlyBy('srcb')).toBe(0);
  for (const ok of [false, false, false, false]) await probe('srcb', ok);
  expect(told).toEqual([]);
});

test('an instance that takes over the probes does not repeat the notice of an outage', async () => {
  const from = '2026-11-19T00:00:00Z';
  const { probe, told } = watched([{ ok: false, reason: 'timeout', from, to: from, probes: 3 }]);
  await probe('srca', false);
  expect(told).toEqual([]);
});
