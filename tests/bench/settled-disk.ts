// Waits for a quiet disk, so that a measurement does not pay for earlier writes or removals.
import { rmSync, statfsSync } from 'node:fs';
import { setTimeout as after } from 'node:timers/promises';
import { syncTree } from '../../generator/files/durability.ts';
import type { BenchSettings } from './row.ts';

/**
 * ext4 keeps the inodes of removed files out of use for a minute, and for five more while their block is dirty; until then
 * every new file is searched for among them, and the disk is busy discarding blocks.
 */
const INODES_FREE_MS = 365_000;
/** The next rounds may take this much; while this much is free, we remove nothing before the end of the run. */
const ROOM = { bytes: 16e9, files: 3e6 };

/** Writes all pending data of the disk with `folder` to it. */
export function syncAll(folder: string): void {
  syncTree(folder, Date.now());
}

/** Makes room: removes a folder and waits until the disk has processed that; does nothing while there is room enough. */
export async function discard({ folder, say }: BenchSettings, removed: string): Promise<void> {
  const { bavail, bsize, ffree } = statfsSync(folder);
  if (bavail * bsize > ROOM.bytes && ffree > ROOM.files) return;
  say('removing what was built, then six minutes of rest for the disk');
  rmSync(removed, { recursive: true, force: true });
  syncAll(folder);
  await after(INODES_FREE_MS);
}
