// Formats the report of a restore for people.
import { counted } from '../../src/model/figures.ts';
import type { RestoreReport } from './run-restore.ts';

/** Returns sentences about the restored state, notices, and the next steps. */
export function restoreLines(report: RestoreReport): string[] {
  const { file, made, snapshot, objects, published, databases, log, elsewhere, notices } = report;
  const held = [
    snapshot === null ? 'no days' : `the days up to ${snapshot} (${counted(objects, 'object')})`,
    ...(published > 0 ? [counted(published, 'published object')] : []),
    ...databases,
  ];
  const more = log && log.more > 0 ? `, ${log.more} of them out of ${log.from}` : '';
  return [
    `Restored and whole: ${held.join(', ')}, from ${file}, made at ${made}.`,
    ...(log ? [`The log ${log.origin} continues after its ${counted(log.size, 'leaf', 'leaves')}${more}.`] : []),
    ...notices,
    ...elsewhere.flatMap(({ variable, place, load, fault }) => [
      `Not in the file: ${place} (${variable}). Its own tools bring it back, if it is lost:`,
      `  ${load}`,
      ...(fault === undefined ? [] : [`It is not there now: ${fault}`]),
    ]),
    'Next: model-hub build',
  ];
}
