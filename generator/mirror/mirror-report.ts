// Formats the report of a mirror as lines for people.
import { counted } from '../../src/model/figures.ts';
import { grouped } from '../process/progress.ts';
import type { MirrorReport } from './mirror-days.ts';
import type { WrittenDays } from './write-folder.ts';

export interface MirrorOutcome {
  mirrored?: MirrorReport;
  written?: WrittenDays;
}

export function mirrorLines({ mirrored, written }: MirrorOutcome): string[] {
  return [...(mirrored ? mirroredLines(mirrored) : []), ...(written ? writtenLines(written) : [])];
}

/** The maximum number of withdrawals that are shown. */
const SHOWN = 20;

function mirroredLines({ withdrawn = 0, gone = [], ...report }: MirrorReport): string[] {
  const { origin, snapshot, catalog, changed, aside, days, models, taken } = report;
  const left = `${counted(withdrawn, 'model')} of it withdrawn here, which the build leaves out.`;
  const lost = `${counted(gone.length, 'model')} left out, whose objects ${origin} has removed for good:`;
  const notes = [
    ...(withdrawn > 0 ? [left] : []),
    ...(gone.length > 0 ? [lost, ...gone.slice(0, SHOWN).map(({ reason }) => `  ${reason}`)] : []),
    ...(gone.length > SHOWN ? [`  and ${gone.length - SHOWN} more (--json lists all)`] : []),
  ];
  if (aside) return notes;
  if (!changed) return [`Up to date with ${origin}: ${snapshot} is in force (${catalog}).`, ...notes];
  return [
    `Took the days of ${origin}: ${snapshot} is in force now (${catalog}).`,
    `${grouped(days)} new ${days === 1 ? 'day' : 'days'}, ${counted(models, 'model')} checked, ${counted(taken.objects, 'object')} ` +
      `and ${counted(taken.bytes, 'byte')} taken.`,
    ...notes,
    'Next: model-hub build',
  ];
}

const writtenLines = ({ folder, days, objects, bytes }: WrittenDays) => [
  `Wrote ${folder}: ${counted(days, 'day')}, ${counted(objects, 'object')}, ${counted(bytes, 'byte')}.`,
];
