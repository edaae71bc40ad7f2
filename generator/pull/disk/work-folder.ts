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
  statSync,
  utimesSync,
} from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { setTimeout as after } from 'node:timers/promises';
import { PlaceFailure } from './own-folders.ts';

/**
 * The number of milliseconds between two updates of the folder's modification time, by which a run shows that it is
 * alive.
 */
const SIGN_EVERY_MS = 2000;
/**
 * The number of milliseconds after which a run on another machine or in another container counts as ended, if the
 * modification time of its folder is unchanged.
 */
const SILENCE_MS = 15_000;

interface Owner {
  /** Identifies the machine and the container. A process sees only processes with the same value. */
  place: string;
  pid: number;
  /**
   * The start of the process, since its number may be given to another process later; empty if the system does not say.
   */
  begun: string;
}

export class WorkFolder {
  readonly path: string;
  readonly #sign: NodeJS.Timeout;

  private constructor(path: string) {
    this.path = path;
    this.#sign = setInterval(() => this.#showLife(), SIGN_EVERY_MS).unref();
  }

  /** Opens this run's own folder below `root`, and moves the unfinished files of ended runs there. */
  static async open(root: string, silence = SILENCE_MS): Promise<WorkFolder> {
    const own = ownName();
    const path = join(root, own);
    mkdirSync(path, { recursive: true });
    if (lstatSync(path).isSymbolicLink()) throw new PlaceFailure(`${path} is a link: remove it.`);
    for (const entry of readdirSync(root, { withFileTypes: true })) {
      const { name } = entry;
      if (!entry.isDirectory() || name === own) continue;
      if (await hasEnded(join(root, name), name, silence)) takeOver(join(root, name), path);
    }
    return new WorkFolder(path);
  }

  /** Returns the path of the incomplete file whose complete bytes have this hash. */
  pathOf(sha256: string): string {
    return join(this.path, `${sha256}.part`);
  }

  /** Ends the use of the folder, and removes it if it is empty. Incomplete files stay for the next run. */
  close(): void {
    clearInterval(this.#sign);
    try {
      rmdirSync(this.path);
    } catch {
      // The folder is not empty, so it stays.
    }
  }

  #showLife(): void {
    try {
      utimesSync(this.path, new Date(), new Date());
    } catch {
      // Somebody has removed the folder. The next write fails and reports that.
    }
  }
}

function ownName(): string {
  return nameOf({ place: placeHere(), pid: process.pid, begun: beginningOf(process.pid) });
}

const nameOf = ({ place, pid, begun }: Owner) => `pull-${place}-${pid}-${begun || 0}`;

function ownerIn(name: string): Owner | undefined {
  const [, place, pid, begun] = /^pull-([0-9a-f]{8})-(\d+)-(\d+)$/.exec(name) ?? [];
  return place === undefined || begun === undefined ? undefined : { place, pid: Number(pid), begun };
}

/** Returns a hash of the machine's name, its boot id, and the namespace of its process numbers. */
function placeHere(): string {
  const facts = [hostname(), tried(() => readlinkSync('/proc/self/ns/pid')), bootId()];
  return createHash('sha256').update(facts.join()).digest('hex').slice(0, 8);
}

const bootId = () => tried(() => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8'));

/**
 * Returns the start time of a process in clock ticks: field 22 of `/proc/PID/stat` on Linux. Skips the process's name
 * before it, which may have spaces and parentheses.
 */
function beginningOf(pid: number): string {
  return tried(() => readFileSync(`/proc/${pid}/stat`, 'utf8').replace(/^.*\)/s, '').split(' ')[20]!);
}

function tried(read: () => string): string {
  try {
    return read();
  } catch {
    return '';
  }
}

async function hasEnded(folder: string, name: string, silence: number): Promise<boolean> {
  const owner = ownerIn(name);
  if (!owner) return false;
  if (owner.place === placeHere()) return !lives(owner);
  // The owner may run in another container, where this process can't see it. So this code waits for a change of the
  // folder's modification time.
  for (let seen = lastSign(folder); ; ) {
    if (seen === undefined) return false;
    const rest = seen + silence - Date.now();
    if (rest <= 0) return true;
    await after(rest);
    const now = lastSign(folder);
    if (now !== seen) return false;
    seen = now;
  }
}

function lives({ pid, begun }: Owner): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
  return begun === '0' || begun === beginningOf(pid);
}

const lastSign = (folder: string) => statSync(folder, { throwIfNoEntry: false })?.mtimeMs;

/** Moves every file of an ended run into the folder of this run. */
function takeOver(old: string, own: string): void {
  try {
    // Moves only files: a link that somebody else has made would send the next bytes to its target.
    for (const entry of readdirSync(old, { withFileTypes: true }))
      if (entry.isFile()) renameSync(join(old, entry.name), join(own, entry.name));
    rmdirSync(old);
  } catch {
    // Another run may take over the same folder at the same time. Each file is moved only once.
  }
}
