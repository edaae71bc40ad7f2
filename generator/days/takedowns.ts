// The models whose cards were taken down: a list in HUB_DATA that no import, crawl or mirror goes against.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { readOwnFile } from '../../functions/hosts/node/files/plain-file.ts';
import { writeDurably } from '../files/durability.ts';
import { Failure } from '../process/failure.ts';

const FORMAT = 'hub.model-hub.takedowns/v1';
const NAME = 'takedowns.json';

/** Ids in lower case. Throws a Failure where the list can't be read: who does not know what was taken down keeps no card. */
export function readTakedowns(data: string): Set<string> {
  const path = join(data, NAME);
  let text: string;
  try {
    text = readOwnFile(path).toString();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return new Set();
    throw new Failure(`${path} can't be read: ${(error as Error).message}.`, { cause: error });
  }
  try {
    const { format, models } = JSON.parse(text) as { format: string; models: string[] };
    if (format === FORMAT) return new Set(models.map((id) => id.toLowerCase()));
  } catch {
    // Told below.
  }
  throw new Failure(
    `${path} is no list of takedowns: put it back from a backup, or write {"format":"${FORMAT}","models":[]}.`,
  );
}

/** Replaces the list in one step. */
export function writeTakedowns(data: string, ids: ReadonlySet<string>): void {
  mkdirSync(data, { recursive: true });
  writeDurably(join(data, NAME), `${JSON.stringify({ format: FORMAT, models: [...ids].sort() })}\n`);
}
