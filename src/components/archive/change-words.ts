// Describes the changes of a day in words.

import { count } from '../../model/figures.ts';
import type { ChangeCounts } from '../../shapes/changes.ts';

/** A kind of change: its title on a page, and its sign and word in a list of days. */
interface ChangeWord {
  of: keyof ChangeCounts;
  title: string;
  sign: string;
  /** The word that follows the number of changes. */
  word: string;
}

export const changeWords: ChangeWord[] = [
  { of: 'added', title: 'New models', sign: '+', word: 'new' },
  { of: 'removed', title: 'Gone for good', sign: '−', word: 'gone' },
  { of: 'revised', title: 'New revisions', sign: '', word: 'revised' },
  { of: 'rewritten', title: 'Files with new bytes', sign: '', word: 'files rewritten' },
  { of: 'unlisted', title: 'Off the browse list, still served', sign: '', word: 'off the list' },
  { of: 'relisted', title: 'Back on the browse list', sign: '', word: 'back on the list' },
];

/** Describes the changes of a day in a few short phrases; empty if nothing changed. */
export function changesInShort(counts: ChangeCounts): string[] {
  return changeWords
    .filter(({ of }) => counts[of] > 0)
    .map(
      ({ of, sign, word }) => `${sign}${count(counts[of])} ${counts[of] === 1 ? word.replace(/^files/, 'file') : word}`,
    );
}
