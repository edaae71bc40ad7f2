// Sends a notice if some models have only one source, and that source goes down.
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
  /** Passes the news to the operator, once for each outage. */
  tell: (news: News) => Promise<void>;
  onFault: (error: unknown) => void;
}

/**
 * The number of failed probes in a row after which a source counts as down. A single failure may come from our own
 * network.
 */
const FAILED = 3;

/** Returns a listener that gets the results of each probe of this instance. The listener works in the background. */
export function watchOutages({ sources, tree, tell, onFault }: OutagesSettings): (probed: Probed) => void {
  const reported = new Map<string, string>();
  return ({ sources: found }) => {
    for (const source of sources) {
      const { failed, from, reason } = lastOutage(own(found, source.token)?.spells ?? []);
      // An instance that takes over probing may see more than FAILED failures. In that case the instance before it has
      // sent the news.
      if (failed !== FAILED || reported.get(source.token) === from) continue;
      reported.set(source.token, from);
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

/** Counts the failed probes since the last good probe. Returns also when they began, and the reason of the last one. */
function lastOutage(spells: readonly Spell[]): { failed: number; from: string; reason: string } {
  const since = spells.slice(spells.findLastIndex(({ ok }) => ok) + 1);
  const failed = since.reduce((sum, { probes }) => sum + probes, 0);
  return { failed, from: since[0]?.from ?? '', reason: since.at(-1)?.reason ?? 'unprobed' };
}
