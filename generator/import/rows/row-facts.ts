// Reads the facts of an import row that the website shows: texts without control characters, and times in UTC. Unknown
// facts are absent.

import { holdsControl } from '../../../src/basics/shown-text.ts';
import { type BrowseFacts, factsOf } from '../../../src/nouns/browse-facts.ts';
import { parseMoment } from '../../../src/nouns/calendar.ts';
import type { Fault, ShapedRow } from './row-shape.ts';

const TEXTS = factsOf('text');
const LISTS = factsOf('texts');
const MOMENTS = factsOf('moment');
const NUMBERS = factsOf('count', 'size', 'integer');

/** Reads the facts of a row, in a fixed order. Gives the faults, if any. */
export function readFacts(row: ShapedRow): BrowseFacts | Fault[] {
  const faults: Fault[] = [];
  const facts: BrowseFacts = {};
  for (const name of TEXTS) {
    const text = row[name];
    if (text === undefined) continue;
    if (!isPlain(text)) faults.push({ field: name, reason: NOT_PLAIN });
    facts[name] = text;
  }
  for (const name of LISTS) {
    const texts = row[name];
    if (texts === undefined) continue;
    for (const [i, text] of texts.entries())
      if (!isPlain(text)) faults.push({ field: `${name}[${i}]`, reason: NOT_PLAIN });
    facts[name] = texts;
  }
  for (const name of MOMENTS) {
    const text = row[name];
    if (text === undefined) continue;
    const moment = parseMoment(text);
    if (moment === undefined)
      faults.push({ field: name, reason: 'must be a date and time such as 2026-01-31T09:30:00Z' });
    else facts[name] = moment;
  }
  for (const name of NUMBERS) if (row[name] !== undefined) facts[name] = row[name];
  return faults.length > 0 ? faults : facts;
}

const NOT_PLAIN = 'holds a control character or half a surrogate pair';

function isPlain(text: string): boolean {
  return !holdsControl(text) && text.isWellFormed();
}
