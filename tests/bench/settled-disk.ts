// Waits until the disk is idle, so that earlier writes or removals do not slow down a measurement.
import { rmSync, statfsSync } from 'node:fs';
import { setTimeout as after } from 'node:timers/promises';
import { syncTree } from '../../generator/files/durability.ts';
import type { BenchSettings } from './row.ts';

/**
 * The number of milliseconds to wait after a removal. ext4 does not reuse the inode of a removed file for a minute, or
 * for six minutes while the block of the inode is unwritten. Until then, each new file takes a long search, and the
 * disk is busy with discards.
 */
const INODES_FREE_MS = 365_000;
/**
 * The bytes and files that later rounds may need. If this much is free, nothing is removed before the end of the run.
 */
const ROOM = { bytes: 16e9, files: 3e6 };

/** Flushes all pending data to the disk that holds `folder`. */
export function syncAll(folder: string): void {
  syncTree(folder, Date.now());
}

/** Removes the folder `removed`, and waits until the disk has processed the removal. Does nothing if `ROOM` is free. */
export async function discard({ folder, say }: BenchSettings, removed: string): Promise<void> {
  const { bavail, bsize, ffree } = statfsSync(folder);
  if (bavail * bsize > ROOM.bytes && ffree > ROOM.files) return;
  say('removing what was built, then six minutes of rest for the disk');
  rmSync(removed, { recursive: true, force: true });
  syncAll(folder);
  await after(INODES_FREE_MS);
}
