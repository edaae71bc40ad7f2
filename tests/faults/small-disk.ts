// Mounts a disk of a few mebibytes that a test can fill to the last byte, to see how a program handles a full disk.
import { spawnSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmSync, statfsSync, statSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { notHere } from '../fixtures/needs.ts';

const BLOCK = 4096;

export interface SmallDisk {
  /** The folder where the disk is mounted. */
  folder: string;
  /** Returns the number of free bytes. */
  free(): number;
  /** Fills the disk so that about `bytes` are free. Removes an earlier filling first. */
  leave(bytes: number): void;
  unmount(): void;
}

/** Returns the reason why this machine can't mount a small disk in memory; undefined if it can. */
export function noSmallDisk(): string | undefined {
  if (process.platform !== 'linux') return notHere('a small disk', 'one in memory is mounted on Linux only');
  if (process.getuid?.() !== 0) return notHere('a small disk', 'only root may mount one');
  const disk = tryMount(1);
  if (typeof disk === 'string') return disk;
  disk.unmount();
  return undefined;
}

/** Mounts a disk of `mebibytes`. Throws if `noSmallDisk` returns a reason. */
export function smallDisk(mebibytes: number): SmallDisk {
  const disk = tryMount(mebibytes);
  if (typeof disk === 'string') throw new Error(disk);
  return disk;
}

function tryMount(mebibytes: number): SmallDisk | string {
  const folder = mkdtempSync(join(tmpdir(), 'model-hub-disk-'));
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${mebibytes}m`, 'tmpfs', folder], {
    encoding: 'utf8',
  });
  if (mounted.status !== 0) {
    rmSync(folder, { recursive: true });
    return notHere('a small disk', mounted.stderr?.trim() || mounted.error?.message);
  }
  const ballast = join(folder, 'ballast');
  const free = () => {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize;
  };
  return {
    folder,
    free,
    leave(bytes) {
      rmSync(ballast, { force: true });
      const file = openSync(ballast, 'w');
      const block = Buffer.alloc(BLOCK, 1);
      try {
        while (free() > bytes) writeSync(file, block);
      } catch (error) {
        // Another process may have used the last block.
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
      } finally {
        closeSync(file);
      }
      if (statSync(ballast).size === 0) rmSync(ballast);
    },
    unmount() {
      // Unmounts lazily, because a process of a failed test may still use the disk.
      spawnSync('umount', ['-l', folder]);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
