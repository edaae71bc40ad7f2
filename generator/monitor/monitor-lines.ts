// What a look at a log tells a person.
import { counted, count as grouped } from '../../src/model/figures.ts';
import type { Look } from './look-at-log.ts';
import type { Change } from './read-entries.ts';

const WORDS: Record<Change, string> = {
  added: 'new',
  revised: 'with a new revision',
  rewritten: 'with other bytes at the same revision',
  repeated: 'logged again',
};

/** A sentence or more a line; what is wrong comes last. */
export function monitorLines(look: Look): string[] {
  const { origin, size, day, before, read, signers, changes, findings, evidence } = look;
  return [
    ...(origin === undefined
      ? []
      : [`${origin}: ${counted(size!, 'entry').replace(/entrys$/, 'entries')}, ${grouped(read - before)} new.`]),
    ...(origin !== undefined && day
      ? [`The newest day is ${day.day}, with ${counted(day.models.count, 'model')}, good until ${day.expires}.`]
      : []),
    ...(origin === undefined
      ? []
      : [
          signers.length > 0
            ? `Signed by ${signers.join(', ')}.`
            : 'Signatures were not checked: give the log’s key with --key.',
        ]),
    ...Object.entries(changes).map(([change, { count, ids }]) => {
      const more = count > ids.length ? ' and others' : '';
      return `${counted(count, 'model')} ${WORDS[change as Change]}: ${ids.join(', ')}${more}.`;
    }),
    ...findings.map(({ kind, sentence }) => `WRONG (${kind}): ${sentence}`),
    ...evidence.map((folder) => `What was seen and what is shown lie in ${folder}.`),
  ];
}

/** True where a look has something that the one before had not. */
export function hasNews(look: Look, before: Look | undefined): boolean {
  const told = (one: Look | undefined) => JSON.stringify([one?.size, one?.read, one?.findings, one?.signers]);
  return told(look) !== told(before);
}
