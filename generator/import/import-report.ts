// Makes the report of an import: the whole report for programs, and a few lines for people.

import { sortedByKey } from '../../src/basics/records.ts';
import { counted } from '../../src/model/figures.ts';
import type { Address } from '../../src/nouns/address.ts';
import type { KeptAside } from '../aside/kept-aside.ts';
import { grouped } from '../process/progress.ts';
import type { BadLine, ReadRows } from './rows/read-rows.ts';
import { inWords } from './rows/row-shape.ts';

/** Counts the read, accepted and refused lines. */
interface ReadReport {
  /** The number of lines, without blank ones. */
  read: number;
  taken: number;
  skipped: number;
  skippedByReason: Record<string, number>;
  badLines: BadLine[];
  /** Unknown fields of accepted rows, and how often each occurred. */
  ignoredFields: Record<string, number>;
  warnings: string[];
}

/** Counts how the models of the new day relate to the day before. */
export interface MergeCounts {
  listed: number;
  thin: number;
  added: number;
  /** Models with a new object: another revision, or other facts about the model itself. */
  updated: number;
  unchanged: number;
  /** Models that the day before lists and the new day does not, because the import did not name them. */
  fellOff: number;
  dropped: number;
  /** Withdrawn models that the import or the day before has. */
  withdrawn: number;
}

/** The day that was written. */
export interface WrittenDay {
  day: string;
  catalog: Address;
  prev: Address | null;
  models: MergeCounts & { gated: number };
  /** The number of files in the imported rows, and their size in bytes. */
  files: number;
  bytes: number;
}

/**
 * The report of an import. `changed: false` means that the same rows were there already and nothing was written.
 * `aside` is a day that breaks the rules.
 */
export type ImportReport =
  | (ReadReport & { imported: false; aside?: KeptAside })
  | (ReadReport & WrittenDay & { imported: true; changed: boolean });

/** Gives the day that was kept aside; undefined for any other outcome. */
export const asideOf = (report: ImportReport | undefined): KeptAside | undefined =>
  report?.imported === false ? report.aside : undefined;

/** Makes the report on the rows that were read. `taken` is the number of good rows. */
export function readReport({ read, badLines, ignored, warnings }: ReadRows, taken: number): ReadReport {
  // A field without its index, such as `files[].size`, stands for all of the list.
  const byReason = Map.groupBy(badLines, ({ faults }) => inWords(faults[0]!).replace(/\[\d+\]/g, '[]'));
  const counts = Array.from(byReason, ([reason, { length }]) => [reason, length] as const);
  const skippedByReason = Object.fromEntries(counts.sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1)));
  return {
    ...{ read, taken, skipped: badLines.length, skippedByReason, badLines, warnings },
    ignoredFields: sortedByKey(ignored),
  };
}

const MOST_LINES = 20;

/** Formats the report as lines of text. */
export function reportLines(report: ImportReport): string[] {
  const next = report.imported && report.changed ? ['Next: model-hub build'] : [];
  return [...refusedLines(report), ...(report.imported ? dayLines(report) : []), ...noteLines(report), ...next];
}

function refusedLines(report: ImportReport): string[] {
  if (report.skipped === 0) return [];
  const shown = report.badLines.slice(0, report.imported ? 0 : MOST_LINES);
  const lines = shown.flatMap(({ line, id, faults }) =>
    faults.map((fault) => `line ${line}${id === undefined ? '' : ` (${id})`}: ${inWords(fault)}`),
  );
  const verdict = report.imported ? 'Skipped' : 'Nothing was imported:';
  const sum = `${verdict} ${grouped(report.skipped)} bad of ${counted(report.read, 'row')}, by first reason:`;
  const reasons = Object.entries(report.skippedByReason).map(
    ([reason, count]) => `${grouped(count).padStart(9)}  ${reason}`,
  );
  const rest = report.badLines.length - shown.length;
  const more = !report.imported && rest > 0 ? [`… and ${grouped(rest)} more bad lines; --json names all.`] : [];
  return [...lines, ...more, sum, ...reasons];
}

function dayLines(report: WrittenDay & { changed: boolean }): string[] {
  const { models } = report;
  return [
    report.changed ? `Imported ${report.day}.` : `Nothing changed: ${report.day} is made of these rows already.`,
    `  catalog  ${report.catalog}`,
    `  prev     ${report.prev ?? 'none, the first day of its chain'}`,
    `  models   ${grouped(models.listed)} listed, ${grouped(models.thin)} thin, ${grouped(models.gated)} gated`,
    `  changes  ${report.prev ? 'since the day before' : 'on the first day'}: ${grouped(models.added)} ` +
      `added, ${grouped(models.updated)} updated, ${grouped(models.unchanged)} unchanged, ` +
      `${grouped(models.fellOff)} fell off the list, ${grouped(models.dropped)} dropped` +
      (models.withdrawn === 0 ? '' : `, ${grouped(models.withdrawn)} left out, which are withdrawn`),
    `  files    ${grouped(report.files)}, ${counted(report.bytes, 'byte')}`,
  ];
}

function noteLines(report: ImportReport): string[] {
  const ignored = Object.entries(report.ignoredFields).map(([name, count]) => `${name} (${grouped(count)})`);
  return [
    ...(ignored.length > 0 ? [`Ignored fields: ${ignored.join(', ')}.`] : []),
    ...report.warnings.slice(0, MOST_LINES).map((warning) => `Warning: ${warning}`),
    ...(report.warnings.length > MOST_LINES
      ? [`… and ${grouped(report.warnings.length - MOST_LINES)} more warnings; --json names all.`]
      : []),
  ];
}
