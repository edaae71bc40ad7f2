// Describes the changes of a day in words.

import { bytes, compact, count, counted } from '../../model/figures.ts';
import { taskTitle } from '../../nouns/tasks.ts';
import type { ChangeCounts, DayChanges, DayModel } from '../../shapes/changes.ts';

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

/**
 * Sums up a model on a day: its task, its size, its parameters and its downloads. The size is that of one copy; a model
 * without weights shows its number of files instead.
 */
export function modelInShort(model: DayModel | undefined): string {
  if (!model) return '';
  const { pipeline_tag, copy_bytes, parameters, files, downloads } = model;
  return [
    pipeline_tag && taskTitle(pipeline_tag),
    copy_bytes === undefined ? counted(files, 'file') : bytes(copy_bytes),
    parameters === undefined ? undefined : `${compact(parameters)} parameters`,
    downloads === undefined ? undefined : `${compact(downloads)} downloads`,
  ]
    .filter((fact) => fact !== undefined)
    .join(' · ');
}

/** Says how many files of a model changed with its revision, and the new size of one copy. */
export function revisedInShort({ files, copy_bytes, copy_bytes_before }: DayChanges['revised'][number]): string {
  const kinds = [
    [files.changed, 'changed'],
    [files.added, 'added'],
    [files.removed, 'removed'],
  ] as const;
  const some = kinds.filter(([number]) => number > 0);
  const parts = some.map(([number, word], at) => `${at === 0 ? counted(number, 'file') : count(number)} ${word}`);
  const size =
    copy_bytes === undefined
      ? []
      : [`one copy ${bytes(copy_bytes)}${copy_bytes_before === undefined ? '' : `, was ${bytes(copy_bytes_before)}`}`];
  return [parts.length === 0 ? 'the same files' : parts.join(', '), ...size].join(' · ');
}
