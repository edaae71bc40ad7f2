// Formats the result of a look at a log for people.
import { counted, count as grouped } from '../../src/model/figures.ts';
import type { Look } from './look-at-log.ts';
import type { Change } from './read-entries.ts';

const WORDS: readonly [Change, string][] = [
  ['added', 'new'],
  ['revised', 'with a new revision'],
  ['rewritten', 'with other bytes at the same revision'],
  ['repeated', 'logged again'],
  ['withdrawn', 'withdrawn by the operator'],
  ['lifted', 'withdrawn no longer'],
];

/** Returns lines of one or more sentences, with faults last. */
export function monitorLines(look: Look): string[] {
  const { changes, findings, evidence, earlier } = look;
  return [
    ...stateLines(look),
    ...WORDS.flatMap(([change, words]) => {
      const { count = 0, ids = [] } = changes[change] ?? {};
      const more = count > ids.length ? ' and others' : '';
      return count === 0 ? [] : [`${counted(count, 'model')} ${words}: ${ids.join(', ')}${more}.`];
    }),
    ...findings.map(({ kind, sentence }) => `WRONG (${kind}): ${sentence}`),
    ...evidence.map((folder) => `The known and the shown log are kept in ${folder}.`),
    ...earlier.map(
      (folder) => `WRONG before this look: the evidence lies in ${folder}. Remove it once it is explained.`,
    ),
  ];
}

/** Describes the log, if its checkpoint is valid. */
function stateLines({ origin, size = 0, day, before, read, isRead, signers }: Look): string[] {
  if (origin === undefined) return [];
  const entries = counted(size, 'entry', 'entries');
  const signed = `Signed by ${signers.join(', ')}.`;
  return [
    // If not all leaves were read, the leaves in the monitor's state may be those of another log, so their number says
    // nothing.
    isRead ? `${origin}: ${entries}, ${grouped(read - before)} new.` : `${origin} shows ${entries}.`,
    ...(day
      ? [`The newest day is ${day.day}, with ${counted(day.models.count, 'model')}, good until ${day.expires}.`]
      : []),
    signers.length > 0 ? signed : 'Signatures were not checked: give the log’s key with --key.',
  ];
}

/**
 * True if `look` has another size, another number of read leaves, other findings or other signers than the look
 * `before`.
 */
export function hasNews(look: Look, before: Look | undefined): boolean {
  const textOf = (one: Look | undefined) => JSON.stringify([one?.size, one?.read, one?.findings, one?.signers]);
  return textOf(look) !== textOf(before);
}
