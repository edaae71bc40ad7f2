// Kills work again and again, at moments that are spread over the whole of it. After each kill the old state must be
// there or the new one, whole.
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Fault, Scale } from '../faults/fault.ts';

/** Work that is killed, prepared in a folder of its own. A method throws a sentence if a promise is broken. */
export interface Victim {
  /** The milliseconds that the work takes, if nobody kills it. */
  usual: number;
  /** Starts the work that kill number `kill` ends. */
  start(kill: number): ChildProcess | Promise<ChildProcess>;
  /**
   * Resolves once the process changes something. The loop waits for it, or for the end of the process. If it never
   * resolves, the victim has the process killed at a moment of its own.
   */
  isAtWork(child: ChildProcess, kill: number): Promise<unknown>;
  signal?(kill: number): NodeJS.Signals;
  /** Returns true if the new state is there, and false if the old one is. Throws unless it is whole. */
  isNew(kill: number): Promise<boolean>;
  /** Checks what is left after the last kill, and that the work goes on. `landed` kills left the new state. */
  end(landed: number): Promise<void>;
  close?(): Promise<void>;
  /** Returns more figures for the line that tells what was seen. */
  figures?(): string;
}

/** A row of the table: the work, how often it is killed, and what must hold. */
export interface KilledWork extends Pick<Fault, 'name' | 'promise' | 'missing'> {
  kills: Readonly<Record<Scale, number>>;
  /** The number of processes that work at the same time; one if absent. */
  lanes?: number;
  /** The number of steps over which kills are spread. They repeat. */
  steps: number;
  open(folder: string, kills: number, scale: Scale): Promise<Victim>;
}

/** Makes a fault scenario of a row. The promise is proved only if kills interrupted work. */
export const killScenario = ({ name, promise, missing, ...work }: KilledWork): Fault => ({
  name,
  promise,
  missing,
  async run(scale) {
    const kills = work.kills[scale];
    const folder = mkdtempSync(join(tmpdir(), 'model-hub-kills-'));
    const victim = await work.open(folder, kills, scale);
    const count = { killed: 0, landed: 0, faults: [] as string[] };
    try {
      const lanes = Array.from({ length: work.lanes ?? 1 }, async (_, lane) => {
        for (let kill = lane; kill < kills; kill += work.lanes ?? 1) {
          const part = ((kill % work.steps) + Math.random()) / work.steps;
          await killOnce(victim, kill, part, count);
        }
      });
      await Promise.all(lanes);
      await victim.end(count.landed).catch((error: Error) => count.faults.push(`at the end: ${error.message}`));
    } finally {
      await victim.close?.();
      rmSync(folder, { recursive: true, force: true });
    }
    const { killed, landed, faults } = count;
    const more = victim.figures ? `; ${victim.figures()}` : '';
    const wrong = faults.length === 0 ? '' : `; ${faults.length} faults, first: ${faults[0]}`;
    const figures = `${kills} kills: ${killed} under way, ${landed} of them had come through${more}${wrong}`;
    return { held: faults.length === 0 && killed > 0, figures };
  },
});

async function killOnce(
  victim: Victim,
  kill: number,
  part: number,
  count: { killed: number; landed: number; faults: string[] },
): Promise<void> {
  const child = await victim.start(kill);
  const gone = goneOf(child);
  const isTimed = await Promise.race([victim.isAtWork(child, kill).then(() => true), gone.then(() => false)]);
  const from = performance.now();
  await Promise.race([sleep(victim.usual * part), gone]);
  const signal = victim.signal?.(kill) ?? 'SIGKILL';
  child.kill(signal);
  await gone;
  // A command that SIGTERM stops exits with 1.
  if (child.signalCode !== null || (signal === 'SIGTERM' && child.exitCode === 1)) count.killed++;
  // The disk is slower while the machine is busy, so the shortest time counts.
  else if (isTimed) victim.usual = Math.min(victim.usual, performance.now() - from);
  try {
    if (await victim.isNew(kill)) count.landed++;
  } catch (error) {
    count.faults.push(`after kill ${kill}: ${(error as Error).message}`);
  }
}

/** Resolves once the process has ended. */
async function goneOf(child: ChildProcess): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
}

/** Resolves once `path` exists, or the process has ended. */
export async function untilThere(path: string, child: ChildProcess): Promise<void> {
  while (!existsSync(path) && child.exitCode === null && child.signalCode === null) await sleep(1);
}

/** Runs the process to its end, and resolves to the milliseconds since it was at work. */
export async function wholeRun(child: ChildProcess, atWork: Promise<unknown>): Promise<number> {
  const gone = goneOf(child);
  await Promise.race([atWork, gone]);
  const begun = performance.now();
  await gone;
  return performance.now() - begun;
}

/** Resolves once the process has written its first `lines` lines of progress. */
export function told(child: ChildProcess, lines = 1): Promise<void> {
  let seen = 0;
  return new Promise((resolve) =>
    (child.stdout ?? child.stderr)!.on('data', (chunk: Buffer) => {
      seen += chunk.toString().split('\n').length - 1;
      if (seen >= lines) resolve();
    }),
  );
}
