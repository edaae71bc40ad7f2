// Checks of this machine: its folders and disks, the port, the keys, the contact and the newest day.
import type { StatsFs } from 'node:fs';
import { mkdtemp, readdir, rmdir, stat, statfs } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import process from 'node:process';
import { checkLocalAddress } from '../../functions/hosts/local-hub.ts';
import { counted } from '../../src/model/figures.ts';
import { asideSentence, readAside } from '../aside/kept-aside.ts';
import { readPointer } from '../days/pointer.ts';
import { placesOf } from '../log/log-folder.ts';
import { readLogStatus } from '../log/log-status.ts';
import { readSigners } from '../log/signers.ts';
import { sentenceOf } from '../process/sentence-of.ts';
import { type Check, type CheckResult, gravest } from './check.ts';
import { readFreshness } from './freshness.ts';
import { healthAt } from './network-checks.ts';

/** Gives `path` if it exists, else the nearest folder above it that exists: the hub makes folders when it needs them. */
async function standingAbove(path: string): Promise<string> {
  const above = dirname(resolve(path));
  const isThere = await stat(path).then(
    () => true,
    () => false,
  );
  return isThere || above === resolve(path) ? path : standingAbove(above);
}

/** The rights that other users must not have in HUB_DATA. They may pass through, since HUB_DIST may lie inside. */
const OTHERS_READ = 0o066;

export const permissionsCheck: Check = {
  name: 'permissions',
  advice:
    'Name another folder, or give everything in it to the user that runs the hub (chown -R), and run every command as that user.',
  docs: 'upgrading.md#back-up',
  async run({ config: { data, dist, database, objects } }) {
    const places: [string, string, number][] = [
      ['HUB_DATA', data, OTHERS_READ],
      ['HUB_DIST', dist, 0],
      ['HUB_OBJECTS', objects, 0],
    ];
    if (database.kind === 'sqlite') places.push(['HUB_DATABASE', dirname(database.path), 0]);
    const found: CheckResult[] = [['ok', `${data} and ${dist} can be written, and HUB_DATA is closed to others.`]];
    // One after the other: each makes a folder, which is no finding of another place.
    for (const place of places) found.push(...(await folderFaults(...place)));
    return gravest(found)!;
  },
};

/** Gives the faults of a folder: one at most. `closed` is the set of rights that other users must not have. */
async function folderFaults(name: string, folder: string, closed: number): Promise<CheckResult[]> {
  const there = await standingAbove(folder);
  const { mode, uid } = await stat(there);
  // Rights alone do not tell: /proc has them, and takes nothing.
  const isWritable = await mkdtemp(join(there, '.check-'))
    .then(rmdir)
    .then(
      () => true,
      () => false,
    );
  if (!isWritable) return [['fail', `${name}: this user can’t write in ${there}.`]];
  // A folder that does not exist yet has no rights to check, and Windows has no rights of this kind.
  if (there !== folder || process.platform === 'win32') return [];
  for (const entry of await readdir(folder)) {
    const path = join(folder, entry);
    if ((await stat(path).catch(() => undefined))?.uid !== uid)
      return [['fail', `${name}: ${path} belongs to another user than ${folder}.`]];
  }
  if ((mode & closed) === 0) return [];
  return [['warn', `${name}: other users of this machine can read ${folder}; the next start of the hub closes it.`]];
}

/** Shares of free space: less than LOW is a warning, less than GONE a failure. */
const [LOW, GONE] = [0.1, 0.02];
/** Enough free bytes for a new day, so that a large disk need not have a tenth of its space free. */
const MUCH = 50 * 2 ** 30;

export const roomCheck: Check = {
  name: 'room',
  advice: 'Make room, or move the folder to a larger disk: a new day needs it. Until then the hub serves what it has.',
  docs: 'limits.md#how-large-an-index-may-be',
  async run({ config: { data, dist, objects } }) {
    const folders = new Set(await Promise.all([data, dist, objects].map(standingAbove)));
    const found = await Promise.all([...folders].map(async (folder) => judgeRoom(folder, await statfs(folder))));
    return gravest(found)!;
  },
};

/** Judges the figures that the file system of `folder` gives. */
export function judgeRoom(folder: string, { bavail, blocks, bsize, ffree, files }: StatsFs): CheckResult {
  const free = bavail * bsize;
  // Some file systems have no limit on the number of files, and give 0 for it.
  // A file system without a size, such as /proc, has no room.
  const least = Math.min(free > MUCH ? 1 : bavail / blocks || 0, files > 0 ? ffree / files : 1);
  const inodes = files > 0 ? ` and ${counted(ffree, 'file')}` : '';
  const state = least < GONE ? 'fail' : least < LOW ? 'warn' : 'ok';
  return [state, `${folder} has room for ${counted(free, 'byte')}${inodes}.`];
}

export const portCheck: Check = {
  name: 'port',
  docs: 'settings.md#variables',
  async run({ config: { host, port }, signal }) {
    if (port === 0) return ['skip', 'PORT is 0: the hub takes any free port.'];
    const base = `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
    try {
      await checkLocalAddress({ host, port });
      return ['ok', `${base} is free: no hub is served here now.`];
    } catch (error) {
      const health = await healthAt(base, signal).catch(() => undefined);
      if (health && 'status' in health) return ['ok', `A hub answers at ${base}.`];
      return ['fail', sentenceOf(error)];
    }
  },
};

export const keysCheck: Check = {
  name: 'keys',
  advice: 'Keep the key in a file of mode 0600 that the build alone reads, and name it in HUB_SIGNING_KEY.',
  docs: 'log.md#keys',
  async run({ config }) {
    const signers = readSigners(config);
    if (signers.length === 0) return ['skip', 'HUB_SIGNING_KEY is not set here: nothing is signed.'];
    const [, path] = /^file:(.+)$/.exec(config.signingKeys?.reveal() ?? '') ?? [];
    if (path !== undefined && process.platform !== 'win32' && ((await stat(path)).mode & 0o077) !== 0)
      return ['fail', `Other users of this machine can read ${path}.`];
    const log = await readLogStatus(placesOf(config), [], Date.now());
    if (log?.expired) return ['fail', `The day that the log signs expired at ${log.expires}.`];
    return ['ok', `The log is signed by ${signers.map(({ key: { name, id } }) => `${name}+${id}`).join(', ')}.`];
  },
};

export const contactCheck: Check = {
  name: 'contact',
  advice: 'Set contact in service.yaml to a mailto or https address that somebody reads.',
  docs: 'indexing.md#manners',
  run({ service: { contact } }) {
    if (contact === undefined)
      return ['warn', 'service.yaml names no contact for the sources and upstreams that are asked.'];
    if (/[@./]example\b/.test(contact)) return ['warn', `The contact ${contact} is that of an example.`];
    return ['ok', `Sources and upstreams learn the contact ${contact}.`];
  },
};

/** The age in milliseconds from which the newest day is too old. A new day is made each night, and may take hours. */
const OLD_MS = 36 * 3_600_000;

export const dayCheck: Check = {
  name: 'day',
  docs: 'indexing.md#every-day',
  async run({ config }) {
    const { fresh, age, reason } = await readFreshness(config, OLD_MS, Date.now());
    const aside = readAside(config.data);
    if (aside) return ['warn', asideSentence(aside)];
    if (fresh) return ['ok', reason];
    const hasOwn = !('folder' in config.tree) || readPointer(config.data) !== undefined;
    const isOld = age !== undefined && age * 1000 > OLD_MS;
    const advice = isOld ? ' Look at the last run of "model-hub day", and run it again.' : '';
    return [hasOwn ? 'fail' : 'warn', reason + advice];
  },
};
