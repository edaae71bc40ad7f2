// Finds some models in a day's catalog, in any letter case.
import { type CatalogFile, entryLines, idOfEntryLine } from './catalog-reader.ts';

/** Gives the ids of `wanted` (in lower case) that the day has, as the day spells them; gated ids come first. */
export function idsInDay(
  day: Pick<CatalogFile, 'path' | 'modelsStart' | 'frame'>,
  wanted: ReadonlySet<string>,
): string[] {
  const found = day.frame.gated.filter((id) => wanted.has(id.toLowerCase()));
  if (wanted.size === 0) return found;
  for (const line of entryLines(day)) {
    const id = idOfEntryLine(line);
    if (wanted.has(id.toLowerCase())) found.push(id);
  }
  return found;
}
