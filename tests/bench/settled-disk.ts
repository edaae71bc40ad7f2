// Waits for a quiet disk, so that a measurement does not pay for earlier writes or removals.
import { rmSync, statfsSync } from 'node:fs';
import { setTimeout as after } from 'node:timers/promises';
import { syncTree } from '../../generator/files/durability.ts';
import type { BenchSettings } from './row.ts';

/**
 * ext4 does not reuse the inode of a removed file for a minute, or for six while its block is dirty. Until then, each
 * new file takes a long search, and the disk is busy with discards.
 */
const INODES_FREE_MS = 365_000;
/**
 * The bytes and files that later rounds may need. While this much is free, nothing is removed before the end of the
 * run.
 */
const ROOM = { bytes: 16e9, files: 3e6 };

/** Writes all pending data of the disk that holds `folder`. */
export function syncAll(folder: string): void {
  syncTree(folder, Date.now());
}

/** Removes a folder and waits until the disk has processed that. Does nothing while `ROOM` is free. */
export async function discard({ folder, say }: BenchSettings, removed: string): Promise<void> {
  const { bavail, bsize, ffree } = statfsSync(folder);
  if (bavail * bsize > ROOM.bytes && ffree > ROOM.files) return;
  say('removing what was built, then six minutes of rest for the disk');
  rmSync(removed, { recursive: true, force: true });
  syncAll(folder);
  await after(INODES_FREE_MS);
}
