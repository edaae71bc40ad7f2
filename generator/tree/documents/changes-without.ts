// Takes models that were withdrawn since out of the changes of a day: a list of an older day names them no more.
import type { DayChanges } from '../../../src/shapes/changes.ts';

const OF_IDS = ['added', 'removed', 'unlisted', 'relisted'] as const;

/** `changes` without the models of `ids` (in lower case), and the counts without what was taken out; itself where it names none. */
export function changesWithout(changes: DayChanges, ids: ReadonlySet<string>): DayChanges {
  const isGone = (id: string) => ids.has(id.toLowerCase());
  const rest = { ...changes, counts: { ...changes.counts } };
  for (const list of OF_IDS) {
    rest[list] = changes[list].filter((id) => !isGone(id));
    rest.counts[list] -= changes[list].length - rest[list].length;
  }
  rest.revised = changes.revised.filter(({ id }) => !isGone(id));
  rest.counts.revised -= changes.revised.length - rest.revised.length;
  rest.rewritten = changes.rewritten.filter(({ id }) => !isGone(id));
  rest.counts.rewritten -= changes.rewritten.length - rest.rewritten.length;
  rest.counts.rewritten_in_place -= changes.rewritten.filter((one) => one.in_place && isGone(one.id)).length;
  rest.models = Object.fromEntries(Object.entries(changes.models).filter(([id]) => !isGone(id)));
  return JSON.stringify(rest) === JSON.stringify(changes) ? changes : rest;
}
