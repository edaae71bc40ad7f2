// Sums up how many sources the models of an index have, and which models differ at a source.
import { counted } from '../model/figures.ts';
import type { HeldModels } from '../shapes/live.ts';
import type { DifferingSources } from './differing-files.ts';

/** The maximum number of differing models that the health answer lists. */
const MOST_NAMED = 100;
/** The maximum number of models that a sentence names. */
const MOST_TOLD = 3;

/**
 * Sums up the models of an index. `bySources` has the number of models by their number of sources. `differing` lists
 * the models that differ at some source, by id. `hosts` has the name that the health answer uses for each source's
 * token.
 */
export function heldModels(
  bySources: ReadonlyMap<number, number>,
  differing: readonly (readonly [id: string, sources: DifferingSources])[],
  hosts: ReadonlyMap<string, string>,
): HeldModels {
  const counts = [...bySources].filter(([, models]) => models > 0).sort(([one], [other]) => one - other);
  const first = differing.slice(0, MOST_NAMED).flatMap(([id, sources]) => {
    const [[token, files] = []] = Object.entries(sources);
    return token === undefined || files === undefined ? [] : [{ id, source: hosts.get(token) ?? token, files }];
  });
  return { by_sources: Object.fromEntries(counts), differing: differing.length, first };
}

/** Says how many models have no source, one, or more, and names some models whose bytes differ at a source. */
export function heldInWords({ by_sources, differing, first }: HeldModels): string {
  const some = (number: string) => (number === '0' ? 'no source' : counted(Number(number), 'source'));
  const counts = Object.entries(by_sources).map(
    ([number, models]) => `${counted(models, 'model')} with ${some(number)}`,
  );
  const named = first
    .slice(0, MOST_TOLD)
    .map(({ id, source, files }) => `${id} (${counted(files, 'file')} at ${source})`);
  const more = differing > named.length ? ', …' : '';
  const other =
    differing === 0
      ? 'none has other bytes at one'
      : `${differing} with other bytes at one: ${named.join(', ')}${more}`;
  return `${counts.join(', ') || 'no model'}; ${other}`;
}
