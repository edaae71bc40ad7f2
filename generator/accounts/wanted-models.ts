// Lists the requested models that the index still lacks, from open requests and recorded demand.
import type { Wanted } from '../../src/service/account-store.ts';
import { type Environment, readConfig } from '../../src/service/config.ts';
import { entryLines, idOfEntryLine } from '../days/catalog-reader.ts';
import { currentPointer } from '../days/pointer.ts';
import { openToday } from '../days/today.ts';
import { withAdmin } from './account-admin.ts';

/**
 * Lists the requested models that the index lacks, the most requested first. Rejects with a Failure when the database
 * can't be reached.
 */
export async function readWanted(env: Environment): Promise<Wanted[]> {
  const wanted = await withAdmin(readConfig(env), (desk) => desk.wanted());
  if (wanted.length === 0 || !currentPointer(readConfig(env).data)) return wanted;
  const { catalog } = await openToday(readConfig(env));
  const here = new Set<string>();
  const asked = new Set(wanted.map(({ model }) => model));
  for (const line of entryLines(catalog)) {
    const id = idOfEntryLine(line);
    if (asked.has(id)) here.add(id);
  }
  return wanted.filter(({ model }) => !here.has(model));
}
