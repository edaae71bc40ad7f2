// Keeps the folder for files that are not complete yet. Each run has its own, and takes over the folders of runs that
// have ended.
import { createHash } from 'node:crypto';
import {
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  utimesSync,
} from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { setTimeout as after } from 'node:timers/promises';
import { PlaceFailure } from './placement.ts';

/** The number of milliseconds between two changes of the folder's modification time, which show that its run lives. */
const SIGN_EVERY_MS = 2000;

export class WorkFolder {
  readonly path: string;
  readonly #sign: NodeJS.Timeout;

  private constructor(path: string) {
    this.path = path;
    this.#sign = setInterval(() => tried(() => utimesSync(path, new Date(), new Date())), SIGN_EVERY_MS).unref();
  }

  /**
   * Opens this run's own folder below `root`, and moves the unfinished files of ended runs there. A run that this
   * process can't see counts as ended after `silence` milliseconds without a sign.
   */
  static async open(root: string, silence: number): Promise<WorkFolder> {
    const place = placeHere();
    const own = `pull-${place}-${process.pid}`;
    const path = join(root, own);
    mkdirSync(path, { recursive: true });
    if (lstatSync(path).isSymbolicLink()) throw new PlaceFailure(`${path} is a link: remove it.`);
    for (const entry of readdirSync(root, { withFileTypes: true })) {
      const [name, there, pid] = /^pull-([0-9a-f]{8})-(\d+)/.exec(entry.name) ?? [];
      if (name === undefined || !entry.isDirectory() || entry.name === own) continue;
      const old = join(root, entry.name);
      const isOver = there === place ? !lives(Number(pid)) : await isSilent(old, silence);
      // Another run may take over the same folder at the same time. Each file is moved only once.
      if (isOver) tried(() => takeOver(old, path));
    }
    return new WorkFolder(path);
  }

  /** Returns the path of an incomplete file by its name, which is the hash of its bytes in the end. */
  pathOf(name: string): string {
    return join(this.path, `${name}.part`);
  }

  /** Ends the use of the folder, and removes it if it is empty. Incomplete files stay for the next run. */
  close(): void {
    clearInterval(this.#sign);
    tried(() => rmdirSync(this.path));
  }
}

function tried<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}

/** Returns a hash of the machine's name, its boot, and the namespace of its process numbers. */
function placeHere(): string {
  const namespace = tried(() => readlinkSync('/proc/self/ns/pid'));
  const boot = tried(() => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8'));
  return createHash('sha256').update([hostname(), namespace, boot].join()).digest('hex').slice(0, 8);
}

/** True if the run of a folder gives no sign: it may be in another container, where this process can't see it. */
async function isSilent(folder: string, silence: number): Promise<boolean> {
  const sign = () => statSync(folder, { throwIfNoEntry: false })?.mtimeMs;
  const seen = sign();
  if (seen === undefined) return false;
  await after(Math.min(silence, Math.max(0, seen + silence - Date.now())));
  return sign() === seen;
}

function lives(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Moves the incomplete files of an ended run, and their notes, into the folder of this run. */
function takeOver(old: string, own: string): void {
  for (const entry of readdirSync(old, { withFileTypes: true })) {
    if (!entry.isFile()) continue;
    // Moves only files: a link that somebody else has made would send the next bytes to its target. The copies of single
    // sources begin anew.
    if (/^[0-9a-f]{64}\.part/.test(entry.name)) renameSync(join(old, entry.name), join(own, entry.name));
    else rmSync(join(old, entry.name));
  }
  rmdirSync(old);
}
