// Checks how many more bytes and files the hub's disks can take.
import type { StatsFs } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { counted } from '../../../src/model/figures.ts';
import { type Check, type CheckResult, gravest } from './check.ts';
import { standingAbove } from './standing-folder.ts';

/** Shares of free space: less than LOW is a warning, less than GONE a failure. */
const [LOW, GONE] = [0.1, 0.02];
/**
 * The number of free bytes that is enough for a new day, so that a large disk need not have a tenth of its space free.
 */
const MUCH = 50 * 2 ** 30;

export const roomCheck: Check = {
  name: 'room',
  advice:
    'Make room, or move the folder to a larger disk: a new day needs the room, and until then the hub serves what it has.',
  docs: 'limits.md#how-large-an-index-may-be',
  async run({ config: { data, dist, objects } }) {
    const places = new Set(await Promise.all([data, dist, objects].map(standingAbove)));
    const found = await Promise.all([...places].map(roomAt));
    return gravest(found)!;
  },
};

const roomAt = async (folder: string) => judgeRoom(folder, await statfs(folder));

/** Judges the figures that the file system of `folder` gives. */
export function judgeRoom(folder: string, { bavail, blocks, bsize, ffree, files }: StatsFs): CheckResult {
  const free = bavail * bsize;
  const bytes = free > MUCH ? 1 : bavail / blocks;
  // Some file systems have no limit on the number of files, and give 0 for it.
  const least = Math.min(bytes, files > 0 ? ffree / files : 1);
  const inodes = files > 0 ? ` and ${counted(ffree, 'file')}` : '';
  return [
    least < GONE ? 'fail' : least < LOW ? 'warn' : 'ok',
    `${folder} has room for ${counted(free, 'byte')}${inodes}.`,
  ];
}
