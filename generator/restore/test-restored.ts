// Tests the content of a backup before anything of it comes into force.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { LogDamage } from '../../src/log/log-paths.ts';
import type { Config } from '../../src/service/config.ts';
import { testDatabase } from '../backup/copied-database.ts';
import { rootsOf } from '../days/object-store.ts';
import type { Pointer } from '../days/pointer.ts';
import { readPurged } from '../days/purged.ts';
import { readTakedowns } from '../days/takedowns.ts';
import { readHead } from '../log/log-folder.ts';
import { walkLog } from '../log/mend-log.ts';
import { Failure } from '../process/failure.ts';
import type { Progress } from '../process/progress.ts';
import { checkStore } from '../tree/check-store.ts';
import { draftFolder, restoredPieces } from './restore-places.ts';

/**
 * Reads the databases, every leaf of the log, and every object of every day. Throws a Failure at the first damage.
 */
export async function testRestored(
  config: Config,
  file: string,
  pointer: Pointer | undefined,
  progress: Progress,
): Promise<void> {
  const drafts = draftFolder(config);
  for (const { name, draft } of restoredPieces(config))
    if (name.endsWith('.db') && existsSync(draft)) testDatabase(draft, `${name} in ${file}`);
  readTakedowns(drafts);
  await testLog(join(drafts, 'log'), `${file} (log)`);
  if (pointer) await testDays(config, file, pointer, progress);
}

async function testLog(folder: string, name: string): Promise<void> {
  try {
    const head = readHead(folder);
    if (head) await walkLog({ own: folder, published: folder }, head, () => {});
    else if (existsSync(folder)) throw new LogDamage('Its checkpoint is missing.');
  } catch (error) {
    if (!(error instanceof LogDamage)) throw error;
    throw new Failure(`The log in ${name} is damaged, and nothing was restored: ${error.message}`);
  }
}

const SHOWN = 3;

async function testDays(config: Config, file: string, { catalog }: Pointer, progress: Progress) {
  const check = { dist: config.dist, stores: rootsOf(config), purged: readPurged(draftFolder(config)) };
  const task = progress.start('Testing');
  const { faults } = await checkStore({ ...check, catalog, ships: false }, (models) => task.advance(models));
  task.done();
  if (faults.length > 0)
    throw new Failure(
      `${file} lacks what its days name, and nothing was restored (${faults.length} faults): ${faults.slice(0, SHOWN).join(' ')}`,
    );
}
