// A disk that can be filled, and freed again: a small file system in memory, or a limit on the size of a process's files.
import { execFileSync, spawnSync } from 'node:child_process';
import { closeSync, mkdirSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';

export interface SmallDisk {
  /** What stands in front of the command of the process whose disk it is. */
  before: readonly string[];
  fill(pid: number): void;
  free(pid: number): void;
  remove(): void;
}

/** Bytes. */
const MOUNTED = 4 * 1024 * 1024;
/** Bytes; more than an empty database takes. */
const LEAST = 512 * 1024;

/** Makes `folder` a small disk. A string: why there can be none on this machine. */
export function makeSmallDisk(folder: string): SmallDisk | string {
  mkdirSync(folder, { recursive: true });
  if (spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${MOUNTED}`, 'tmpfs', folder]).status === 0)
    return mounted(folder);
  if (spawnSync('prlimit', ['--pid', String(process.pid), '--fsize']).status === 0) return limited();
  return 'neither may this user mount a file system, nor is there prlimit';
}

function mounted(folder: string): SmallDisk {
  const filler = join(folder, 'filler');
  return {
    before: [],
    fill() {
      const file = openSync(filler, 'w');
      try {
        for (let size = 65_536; size >= 1; size /= 4) fillWith(file, Buffer.alloc(size));
      } finally {
        closeSync(file);
      }
    },
    free: () => rmSync(filler),
    remove: () => void execFileSync('umount', ['-l', folder]),
  };
}

function fillWith(file: number, bytes: Buffer): void {
  try {
    for (let written = 0; written < MOUNTED; written += bytes.length) writeSync(file, bytes);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOSPC') return;
    throw error;
  }
  throw new Error('the small disk is larger than it was made');
}

function limited(): SmallDisk {
  const limit = (pid: number, bytes: string) => execFileSync('prlimit', ['--pid', String(pid), `--fsize=${bytes}:`]);
  return {
    before: ['prlimit', `--fsize=${LEAST}:unlimited`, '--'],
    fill: (pid) => void limit(pid, '1024'),
    free: (pid) => void limit(pid, String(LEAST * 100)),
    remove() {},
  };
}
