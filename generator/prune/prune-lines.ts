// Describes the result of `model-hub prune` in sentences.
import { counted } from '../../src/model/figures.ts';
import type { PruneReport } from './run-prune.ts';

export function pruneLines({ isDry, removed, days, notices }: PruneReport): string[] {
  const verb = isDry ? 'would lose' : 'lost';
  return [
    ...removed.map(({ place, files, bytes }) => {
      const size = bytes === undefined ? '' : ` (${counted(bytes, 'byte')})`;
      return `${place} ${verb} ${counted(files, 'file')}${size}.`;
    }),
    ...(days ? daysLines(days, isDry) : ['Every day stays.']),
    ...notices,
  ];
}

function daysLines({ taken, oldest }: NonNullable<PruneReport['days']>, isDry: boolean): string[] {
  const [newest, first] = [taken[0], taken.at(-1)];
  if (!newest || !first || !oldest) return ['No day is older than the rule says: every day stays.'];
  const span = newest === first ? newest.snapshot : `${first.snapshot} to ${newest.snapshot}`;
  const count = counted(taken.length, 'day');
  return [
    `${count} (${span}) ${isDry ? 'could not' : 'can’t'} be read any more: their catalogs, and the objects that only they name.`,
    `The archive, rollback, archive verify and backup begin with ${oldest.snapshot}. The log still names the earlier days, ` +
      'and nobody can prove from here what they held. A new mirror takes the days that are left; one whose newest day is ' +
      'older than they can’t go on. Copies elsewhere keep what they have.',
    ...(isDry ? [] : ['Next: model-hub build']),
  ];
}
