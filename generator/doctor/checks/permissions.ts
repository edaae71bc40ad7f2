// Checks that this user can write to the hub's folders, and that nobody else can read its private files.
import { constants } from 'node:fs';
import { access, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import process from 'node:process';
import { type Check, type CheckResult, gravest } from './check.ts';
import { standingAbove } from './standing-folder.ts';

/**
 * The rights that other users must not have in HUB_DATA. They may pass through the folder, since HUB_DIST may lie
 * inside.
 */
const OTHERS_READ = 0o066;

export const permissionsCheck: Check = {
  name: 'permissions',
  advice: 'Give everything in it to the user that runs the hub (chown -R), and run every command as that user.',
  docs: 'upgrading.md#back-up',
  async run({ config: { data, dist } }) {
    const found = [await faultOf('HUB_DATA', data, OTHERS_READ), await faultOf('HUB_DIST', dist, 0)];
    return (
      gravest(found.filter((one) => one !== undefined)) ?? [
        'ok',
        `${data} and ${dist} can be written, and HUB_DATA is closed to others.`,
      ]
    );
  },
};

/**
 * Gives the fault of a folder; undefined if there is none. `closed` is the set of rights that other users must not
 * have.
 */
async function faultOf(name: string, folder: string, closed: number): Promise<CheckResult | undefined> {
  const there = await standingAbove(folder);
  const { mode, uid } = await stat(there);
  const isWritable = await access(there, constants.R_OK | constants.W_OK | constants.X_OK).then(
    () => true,
    () => false,
  );
  if (!isWritable) return ['fail', `${name}: this user can’t write in ${there}.`];
  // A folder that does not exist yet has no rights to check, and Windows has no rights of this kind.
  if (there !== folder || process.platform === 'win32') return undefined;
  const strange = await entryOfAnother(folder, uid);
  if (strange !== undefined) return ['fail', `${name}: ${strange} belongs to another user than ${folder}.`];
  if ((mode & closed) === 0) return undefined;
  return ['warn', `${name}: other users of this machine can read ${folder}; the next start of the hub closes it.`];
}

async function entryOfAnother(folder: string, uid: number): Promise<string | undefined> {
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    if ((await stat(path).catch(() => undefined))?.uid !== uid) return path;
  }
  return undefined;
}
