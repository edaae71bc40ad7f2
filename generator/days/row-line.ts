// Reads facts from a model's row in a catalog. A build walks every row of every day, so it parses only rows that may
// have the wanted fact.

import { defined } from '../../src/basics/records.ts';
import type { DayModel } from '../../src/shapes/changes.ts';
import type { ModelRow } from '../../src/shapes/models.ts';

const QUOTE = 0x22;

/** Reads the number of a model's files from its row. */
export function filesOfRow(row: Buffer): number {
  return parseRow(row).hub.files;
}

/** Reads from a model's row the facts that the changes of a day show. */
export function dayModelOf(row: Buffer): DayModel {
  const { pipeline_tag, downloads, hub } = parseRow(row);
  const { files, copy_bytes, parameters } = hub;
  return { files, ...defined({ copy_bytes, parameters, pipeline_tag, downloads }) };
}

const UNLISTED = Buffer.from('"listed":false');

/** False if the model of the row is no longer on the list of models. */
export function isListedRow(row: Buffer): boolean {
  // Canonical JSON has no white space, so a row without these bytes does not have this member. A row with these bytes
  // may have them in another place.
  return !row.includes(UNLISTED) || parseRow(row).hub.listed !== false;
}

/** True if the row has a member `id` with this value, at any depth. Parses nothing. */
export function lineNamesModel(row: Buffer, id: string): boolean {
  // Leaves out the first quote: rows have many quotes, so a search for a text that begins with one takes longer.
  const text = `id":${JSON.stringify(id)}`;
  for (let at = row.indexOf(text); at >= 0; at = row.indexOf(text, at + 1)) if (row[at - 1] === QUOTE) return true;
  return false;
}

/** The figures of a row, which change in most rows every day. A quote in a text is escaped, so no text has these bytes. */
const FIGURES = /,"(?:downloads|likes|trendingScore)":[-+.\deE]+/g;

/**
 * True if `row` equals `before` in everything but figures. Both are canonical JSON. Parses no row, because that would
 * take longer than all other work of a build.
 */
export function onlyFiguresMoved(before: Buffer, row: Buffer): boolean {
  const [was, is] = [before, row].map((line) => line.toString('latin1').replace(FIGURES, ''));
  return was === is;
}

function parseRow(row: Buffer): ModelRow {
  return JSON.parse(row.toString('utf8')) as ModelRow;
}
