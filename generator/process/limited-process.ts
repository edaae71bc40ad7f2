// A process of our own that does what strangers' bytes ask for, with so much memory and time and no more.
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import process from 'node:process';
import { setTimeout } from 'node:timers/promises';
import { Failure } from './failure.ts';

export interface Limits {
  memoryMb: number;
  /** Milliseconds for one answer; undefined where there is no limit. */
  time?: number;
  /**
   * The answer goes into a build, which must not depend on a clock: a process that runs out of time, or is killed from
   * outside, fails and gives no answer.
   */
  isSameEverywhere?: true;
}

const ENDED = 'The process ended.';

/** The first message of a process, before any question. */
export type Ready = { ready: true };

/**
 * Answers questions one at a time in a process that runs the module at `path`. The module sends `Ready` when it has
 * loaded, then a reply for every message. It ends with this process, which it does not hold up.
 */
export class LimitedProcess<Question extends object, Reply extends object> {
  readonly #path: string;
  readonly #limits: Limits;
  #child: ChildProcess | undefined;

  constructor(path: string, limits: Limits) {
    this.#path = path;
    this.#limits = limits;
  }

  /**
   * Gets the answer to `question`; undefined when the process ended over it or took too long. The next question then
   * gets a new process. Calls must not overlap. Rejects when the process does not start, and where the limits say so.
   */
  async ask(question: Question): Promise<Reply | undefined> {
    if (!this.#child?.connected) this.#child = await this.#start();
    const child = this.#child;
    const reply = replyOf<Reply>(child, this.#limits.time);
    // A failed send shows as an exit.
    child.send(question, () => {});
    const answer = await reply;
    if (typeof answer !== 'string') return answer;
    this.stop();
    if (this.#limits.isSameEverywhere && answer !== ENDED) throw new Failure(answer);
    return undefined;
  }

  /** Ends the process, when there is one. */
  stop(): void {
    this.#child?.kill('SIGKILL');
    this.#child = undefined;
  }

  /** Rejects when it does not start: else every question would be one that can't be answered. */
  async #start(): Promise<ChildProcess> {
    const child = fork(this.#path, {
      // An older Node needs flags to read TypeScript, as this process did; the last of two memory limits counts.
      execArgv: [...process.execArgv, `--max-old-space-size=${this.#limits.memoryMb}`],
      // A process out of memory prints a long report, which we ignore.
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    if (typeof (await replyOf<Ready>(child)) === 'string')
      throw new Error(`the process of ${this.#path} does not start`);
    return child;
  }
}

/** The next words of a process, or a sentence: ENDED, or why another machine might have had an answer. */
async function replyOf<Reply>(child: ChildProcess, time?: number): Promise<Reply | string> {
  const settled = new AbortController();
  child.ref();
  child.channel?.ref();
  try {
    return await Promise.race([
      once(child, 'message', settled).then(([reply]) => reply as Reply),
      once(child, 'exit', settled).then(([, signal]) => endOf(signal)),
      ...(time === undefined ? [] : [setTimeout(time, tooLong(time), settled)]),
    ]);
  } finally {
    settled.abort();
    child.unref();
    child.channel?.unref();
  }
}

/** A process that runs out of memory, or whose code fails, ends by itself; these signals come from others. */
const endOf = (signal: NodeJS.Signals | null) =>
  signal === 'SIGKILL' || signal === 'SIGTERM'
    ? `A process of this build was ended by ${signal}, perhaps because the machine ran out of memory: build again.`
    : ENDED;

const tooLong = (milliseconds: number) =>
  `A process of this build gave no answer in ${milliseconds / 1000} seconds: build again when the machine is less busy.`;
