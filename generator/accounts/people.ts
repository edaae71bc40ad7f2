// Lists what people asked for: to publish, and models that the index still lacks.
import type { NamedInterest, Wanted } from '../../src/service/account-store.ts';
import { type Environment, readConfig } from '../../src/service/config.ts';
import { idsInDay, openToday } from '../days/days-back.ts';
import { currentPointer } from '../days/pointer.ts';
import { withAdmin } from './database.ts';

/** Lists the interests in publishing, newest first. Rejects with a Failure when the database can't be reached. */
export const readInterests = (env: Environment): Promise<NamedInterest[]> =>
  withAdmin(readConfig(env), (desk) => desk.interests());

/**
 * Lists the requested models that the index lacks, the most requested first. Rejects with a Failure when the database
 * can't be reached.
 */
export async function readWanted(env: Environment): Promise<Wanted[]> {
  const config = readConfig(env);
  const wanted = await withAdmin(config, (desk) => desk.wanted());
  if (wanted.length === 0 || !currentPointer(config.data)) return wanted;
  const { catalog } = await openToday(config);
  const here = new Set(idsInDay(catalog, new Set(wanted.map(({ model }) => model.toLowerCase()))));
  return wanted.filter(({ model }) => !here.has(model));
}
