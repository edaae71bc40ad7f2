// A disk that owes nothing: what is measured next does not pay for what was written, or removed, before.
import { rmSync, statfsSync } from 'node:fs';
import { setTimeout as after } from 'node:timers/promises';
import { syncTree } from '../../generator/files/durability.ts';
import type { BenchSettings } from './row.ts';

/**
 * ext4 keeps the inodes of removed files out of use for a minute, and for five more while their block is dirty; until then
 * every new file is searched for among them, and the disk is busy discarding blocks.
 */
const INODES_FREE_MS = 365_000;
/** The next rounds may take so much; with that much left, nothing is removed before the end of the run. */
const ROOM = { bytes: 16e9, files: 3e6 };

/** Everything written so far, by whomever, is on the disk that holds `folder`. */
export function syncAll(folder: string): void {
  syncTree(folder, Date.now());
}

/** Makes room: removes a folder and waits until the disk has got over it; does neither while there is room enough. */
export async function discard({ folder, say }: BenchSettings, removed: string): Promise<void> {
  const { bavail, bsize, ffree } = statfsSync(folder);
  if (bavail * bsize > ROOM.bytes && ffree > ROOM.files) return;
  say('removing what was built, then six minutes of rest for the disk');
  rmSync(removed, { recursive: true, force: true });
  syncAll(folder);
  await after(INODES_FREE_MS);
}
