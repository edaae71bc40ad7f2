// The browse facts of an import row: texts without control characters, moments in UTC, absent where nobody knows.
import { parseMoment } from '../../src/calendar.ts';
import type { BrowseFacts } from '../../src/dialects/hub/model-row.ts';
import { holdsControl } from '../../src/shown-text.ts';
import type { Fault, ShapedRow } from './row-shape.ts';

const TEXTS = ['license', 'pipeline_tag', 'library'] as const;
const MOMENTS = ['createdAt', 'lastModified'] as const;
const NUMBERS = ['downloads', 'likes', 'trendingScore', 'parameters', 'context'] as const;

/** Reads the facts of a row, in a fixed order whatever the row's own. Gives faults when there are any. */
export function readFacts(row: ShapedRow): BrowseFacts | Fault[] {
  const faults: Fault[] = [];
  const facts: BrowseFacts = {};
  for (const name of TEXTS) {
    const text = row[name];
    if (text === undefined) continue;
    if (!isPlain(text)) faults.push({ field: name, reason: NOT_PLAIN });
    facts[name] = text;
  }
  for (const [i, tag] of (row.tags ?? []).entries())
    if (!isPlain(tag)) faults.push({ field: `tags[${i}]`, reason: NOT_PLAIN });
  if (row.tags) facts.tags = row.tags;
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
