// Formats the report on a backup for people.
import { counted } from '../../src/model/figures.ts';
import { grouped } from '../process/progress.ts';
import type { BackupReport } from './write-backup.ts';

/** Lists the content of the backup, and then the stores that are not in it. */
export function backupLines(report: BackupReport): string[] {
  const { file, bytes, snapshot, days, objects, published, databases, leaves, elsewhere } = report;
  const held = [
    ...(snapshot === null ? [] : [`${counted(days, 'day')} up to ${snapshot} (${counted(objects, 'object')})`]),
    ...(published > 0 ? [counted(published, 'published object')] : []),
    ...databases,
    ...(leaves > 0 ? [`a log of ${counted(leaves, 'leaf', 'leaves')}`] : []),
  ];
  return [
    `${file}: ${grouped(bytes)} bytes, ${held.join(', ') || 'nothing: this hub has no days, no log and no database yet'}.`,
    ...elsewhere.flatMap(({ variable, place, save, fault }) => [
      `Not in it: ${place} (${variable}). Its own tools keep it:`,
      `  ${save}`,
      ...(fault === undefined ? [] : [`It is not there now: ${fault}`]),
    ]),
    'Keys that sign are not in it: keep copies of them apart.',
  ];
}
