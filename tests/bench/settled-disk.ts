// A disk that owes nothing: what is measured next does not pay for what was written, or removed, before.
import { rmSync } from 'node:fs';
import { setTimeout as after } from 'node:timers/promises';
import { syncTree } from '../../generator/durability.ts';
import type { BenchSettings } from './row.ts';

/** ext4 keeps the inodes of removed files out of use for a minute; until then every new file is searched for among them. */
const INODES_FREE_MS = 65_000;

/** Everything written so far, by whomever, is on the disk that holds `folder`. */
export function syncAll(folder: string): void {
  syncTree(folder, Date.now());
}

/** Removes a folder and waits until the disk has got over it; a quick run has room for it to its end. */
export async function discard({ quick, folder, say }: BenchSettings, removed: string): Promise<void> {
  if (quick) return;
  say('removing what was built, then a minute of rest for the disk');
  rmSync(removed, { recursive: true, force: true });
  syncAll(folder);
  await after(INODES_FREE_MS);
}
