// The folder for files that are not whole yet. Each run has its own, and takes over those of runs that have ended.
import { createHash } from 'node:crypto';
import {
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

/** Milliseconds between two signs of life of a run. */
const SIGN_EVERY_MS = 2000;
/** A run on another machine or in another container is over if it gave no sign for this many milliseconds. */
const SILENCE_MS = 15_000;

interface Owner {
  /** Processes with the same place can tell whether the other lives. */
  place: string;
  pid: number;
  /** Tells two processes with one number apart; empty where the system does not say. */
  begun: string;
}

export class WorkFolder {
  readonly path: string;
  readonly #sign: NodeJS.Timeout;

  private constructor(path: string) {
    this.path = path;
    this.#sign = setInterval(() => this.#showLife(), SIGN_EVERY_MS).unref();
  }

  /** Opens the run's own folder below `root`, with the unfinished files of runs that have ended. */
  static async open(root: string, silence = SILENCE_MS): Promise<WorkFolder> {
    const own = ownName();
    const path = join(root, own);
    mkdirSync(path, { recursive: true });
    for (const name of readdirSync(root))
      if (name !== own && (await hasEnded(join(root, name), name, silence))) takeOver(join(root, name), path);
    return new WorkFolder(path);
  }

  /** Gives the path for the file with these bytes. */
  pathOf(sha256: string): string {
    return join(this.path, `${sha256}.part`);
  }

  /** Ends the use; what is not whole stays for the next run. */
  close(): void {
    clearInterval(this.#sign);
    try {
      rmdirSync(this.path);
    } catch {
      // It holds files that are not whole.
    }
  }

  #showLife(): void {
    try {
      utimesSync(this.path, new Date(), new Date());
    } catch {
      // Somebody removed it: the next write says so.
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

/** The machine, its start and the namespace of its process numbers, as one word. */
function placeHere(): string {
  const facts = [hostname(), tried(() => readlinkSync('/proc/self/ns/pid')), bootId()];
  return createHash('sha256').update(facts.join()).digest('hex').slice(0, 8);
}

const bootId = () => tried(() => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8'));

/** The start of a process in ticks, field 22 of Linux' `stat`; the name before it may hold anything. */
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
  // Nobody here can see a process of another container, but it shows that it lives.
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

/** Moves every file of a run that has ended into the folder of this one. */
function takeOver(old: string, own: string): void {
  try {
    for (const name of readdirSync(old)) renameSync(join(old, name), join(own, name));
    rmdirSync(old);
  } catch {
    // Another run is taking it over at the same time: each file is moved once.
  }
}
