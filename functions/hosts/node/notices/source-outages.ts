// Notices when a source goes down that is the only one for some models.
import { own } from '../../../../src/basics/own.ts';
import { counted } from '../../../../src/model/figures.ts';
import type { Spell } from '../../../../src/service/health-history.ts';
import type { Probed } from '../../../../src/service/kept-health.ts';
import type { Source } from '../../../../src/service/sources.ts';
import type { News } from '../../../../src/shapes/notices.ts';
import type { Tree } from '../../../ports/ports.ts';
import { modelsOnlyAt } from './models-only-at.ts';

interface OutagesSettings {
  sources: readonly Source[];
  /** The tree that the hub serves. */
  tree: () => Tree | undefined;
  /** Passes the news on, once for each outage. */
  tell: (news: News) => Promise<void>;
  onFault: (error: unknown) => void;
}

/** A source counts as down after this many failed probes in a row: a single one may be our own network. */
const FAILED = 3;

/** Gives a listener for the results of each probe of this instance; nobody waits for it. */
export function watchOutages({ sources, tree, tell, onFault }: OutagesSettings): (probed: Probed) => void {
  const told = new Map<string, string>();
  return ({ sources: found }) => {
    for (const source of sources) {
      const { failed, from, reason } = lastOutage(own(found, source.token)?.spells ?? []);
      // An instance that takes over an outage sees more failures, and the instance before has already told.
      if (failed !== FAILED || told.get(source.token) === from) continue;
      told.set(source.token, from);
      void tellOutage(source, reason).catch(onFault);
    }
  };

  async function tellOutage(source: Source, reason: string): Promise<void> {
    const served = tree();
    const models = served ? await modelsOnlyAt(served, source) : 0;
    if (models === 0) return;
    const text = `${source.display} (${source.host}) is down (${reason}), and ${counted(models, 'model')} ${models === 1 ? 'has' : 'have'} no other source.`;
    await tell({ event: 'source', source: source.host, reason, models, text });
  }
}

/** Gives the failed probes since the last good one. */
function lastOutage(spells: readonly Spell[]): { failed: number; from: string; reason: string } {
  const since = spells.slice(spells.findLastIndex(({ ok }) => ok) + 1);
  const failed = since.reduce((sum, { probes }) => sum + probes, 0);
  return { failed, from: since[0]?.from ?? '', reason: since.at(-1)?.reason ?? 'unprobed' };
}
