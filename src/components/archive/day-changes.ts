// The changes of a day, by kind: the title and the phrase of each, and the models or files in it.
import { bytes, count } from '../../model/figures.ts';
import type { ChangeCounts, DayChanges } from '../../shapes/changes.ts';

/** A model or file that changed: the id of its model, and a note. */
interface Changed {
  id: string;
  path?: string;
  note?: string;
  /** True for a file that changed while its model stayed at its revision. */
  in_place?: boolean;
}

const fromTo = ({ from, to }: { from: string; to: string }) => `${from.slice(0, 12)} → ${to.slice(0, 12)}`;
const named = (ids: readonly string[] = []): Changed[] => ids.map((id) => ({ id }));

/** The kinds of changes: a title, the word behind the number of them, and what changed. */
export const kindsOfChange: readonly {
  of: keyof ChangeCounts;
  title: string;
  word: string;
  listOf(changes: DayChanges): Changed[];
}[] = [
  { of: 'added', title: 'New models', word: 'new', listOf: ({ added }) => named(added) },
  { of: 'removed', title: 'Gone for good', word: 'gone', listOf: ({ removed }) => named(removed) },
  {
    of: 'revised',
    title: 'New revisions',
    word: 'revised',
    listOf: ({ revised }) => revised.map((one) => ({ id: one.id, note: fromTo(one) })),
  },
  {
    of: 'rewritten',
    title: 'Files with new bytes',
    word: 'files rewritten',
    listOf: ({ rewritten }) =>
      rewritten
        .toSorted((one, other) => Number(other.in_place) - Number(one.in_place))
        .map(({ id, path, in_place, ...one }) => ({ id, path, in_place, note: `${bytes(one.size)} · ${fromTo(one)}` })),
  },
  {
    of: 'unlisted',
    title: 'Off the browse list, still served',
    word: 'off the list',
    listOf: ({ unlisted }) => named(unlisted),
  },
  {
    of: 'relisted',
    title: 'Back on the browse list',
    word: 'back on the list',
    listOf: ({ relisted }) => named(relisted),
  },
];

/** Describes the changes of a day in a few words; empty if nothing changed. */
export const changesInShort = (counts: ChangeCounts): string =>
  kindsOfChange.flatMap(({ of, word }) => (counts[of] > 0 ? `${count(counts[of])} ${word}` : [])).join(', ');
