// Notices when a source goes down that some models have no other for.
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
  /** The tree that is served. */
  tree: () => Tree | undefined;
  /** Passes the news on, once for each outage. */
  tell: (news: News) => Promise<void>;
  onFault: (error: unknown) => void;
}

/** Probes in a row that fail before a source counts as down: a single one may be our own network. */
const FAILED = 3;

/** Gives what is to hear the results after each probe of this instance; nobody waits for it. */
export function watchOutages({ sources, tree, tell, onFault }: OutagesSettings): (probed: Probed) => void {
  const told = new Map<string, string>();
  return ({ sources: found }) => {
    for (const source of sources) {
      const { failed, from, reason } = lastOutage(own(found, source.token)?.spells ?? []);
      // An instance that takes over an outage finds more of them, and the one before has told.
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

/** The failed probes since the last good one. */
function lastOutage(spells: readonly Spell[]): { failed: number; from: string; reason: string } {
  const since = spells.slice(spells.findLastIndex(({ ok }) => ok) + 1);
  const failed = since.reduce((sum, { probes }) => sum + probes, 0);
  return { failed, from: since[0]?.from ?? '', reason: since.at(-1)?.reason ?? 'unprobed' };
}
