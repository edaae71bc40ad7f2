// Finds the newest leaf of a model (decision 0034). The folder `models/{size}/` of a log with `size` leaves has the ids of
// its models in pages, sorted by the bytes of the ids. Anybody with the log can compute it; nothing relies on it, since a
// leaf is checked after it is found.
import { textOfBytes } from '../basics/bytes.ts';
import type { LoggedDay } from '../shapes/log.ts';
import { LogDamage, type LogFiles } from './tiles.ts';

/** The number of models in a page. */
const PAGE = 4096;
/** The file with the first id of each page, each on a line. */
const FIRST = 'first';

/** Returns the folder of the index of a log of `size` leaves, relative to the log. */
export const indexFolder = (size: number) => `models/${size}/`;

/**
 * Makes the files of the index of a log of `size` leaves, each with its path below the log. `models` have the number of
 * their newest leaf, from 0, and come sorted by the bytes of their ids.
 */
export function* modelIndex(
  size: number,
  models: Iterable<readonly [id: string, index: number]>,
): Generator<[path: string, text: string]> {
  let [first, page, count] = ['', '', 0];
  for (const [id, index] of models) {
    if (count % PAGE === 0) first += `${id}\n`;
    page += `${id}\t${index}\n`;
    if (++count % PAGE > 0) continue;
    yield [`${indexFolder(size)}${count / PAGE - 1}`, page];
    page = '';
  }
  if (page !== '') yield [`${indexFolder(size)}${Math.floor(count / PAGE)}`, page];
  yield [indexFolder(size) + FIRST, first];
}

/**
 * Returns the number of the newest leaf of the model `id` in a log of `size` leaves; undefined if its newest day has no
 * such model. Rejects with a LogDamage if a file is missing or wrong.
 */
export async function newestLeaf(
  files: LogFiles,
  { size, day }: { size: number; day: LoggedDay },
  id: string,
): Promise<number | undefined> {
  const read = async (name: string) => {
    const path = indexFolder(size) + name;
    const bytes = await files(path);
    if (!bytes) throw new LogDamage(`${path} is missing from the log: is its checkpoint older than its files?`);
    return textOfBytes(bytes);
  };
  const first = (await read(FIRST)).split('\n').slice(0, -1);
  if (first.length !== Math.ceil(day.models.count / PAGE))
    throw new LogDamage(`${indexFolder(size)}${FIRST} of the log is damaged: the newest day has more or fewer models.`);
  const page = first.findLastIndex((begin) => begin <= id);
  if (page < 0) return undefined;
  const lines = `\n${await read(String(page))}`;
  const at = lines.indexOf(`\n${id}\t`);
  return at < 0 ? undefined : Number.parseInt(lines.slice(at + id.length + 2), 10);
}
