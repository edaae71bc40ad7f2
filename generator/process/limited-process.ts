// Runs a child process on bytes that strangers made, with limits for memory and time.
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import process from 'node:process';
import { setTimeout } from 'node:timers/promises';
import { Failure } from './failure.ts';

export interface Limits {
  memoryMb: number;
  /** The maximum number of milliseconds for one answer; undefined if there is no limit. */
  time?: number;
  /**
   * Set if the answer goes into a build, which must not depend on a clock. If the process runs out of time or is killed
   * from outside, `ask` then rejects instead of giving no answer.
   */
  isSameEverywhere?: true;
}

const ENDED = 'The process ended.';

/** The first message of a process, before any question. */
export type Ready = { ready: true };

/**
 * Answers questions one at a time, in a process that runs the module at `path`. The module sends `Ready` when it has
 * loaded, and then a reply to every message. The process ends with this one, and does not keep it alive.
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
   * Gets the answer to `question`. Gives undefined if the process ended before it answered, or took too long; the next
   * question gets a new process. Calls must not overlap. Rejects when the process does not start, and in the cases that
   * `isSameEverywhere` describes.
   */
  async ask(question: Question): Promise<Reply | undefined> {
    if (!this.#child?.connected) this.#child = await this.#start();
    const child = this.#child;
    const reply = replyOf<Reply>(child, this.#limits.time);
    // If the send fails, the process exits, and `reply` reports that.
    child.send(question, () => {});
    const answer = await reply;
    if (typeof answer !== 'string') return answer;
    this.stop();
    if (this.#limits.isSameEverywhere && answer !== ENDED) throw new Failure(answer);
    return undefined;
  }

  /** Ends the process, if there is one. */
  stop(): void {
    this.#child?.kill('SIGKILL');
    this.#child = undefined;
  }

  /** Rejects when the process does not start. Without this, every question would seem to have no answer. */
  async #start(): Promise<ChildProcess> {
    const child = fork(this.#path, {
      // An older Node needs the flags of this process to read TypeScript. The last one of several memory limits counts.
      execArgv: [...process.execArgv, `--max-old-space-size=${this.#limits.memoryMb}`],
      // Ignores the long report of a process out of memory.
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    if (typeof (await replyOf<Ready>(child)) === 'string')
      throw new Error(`the process of ${this.#path} does not start`);
    return child;
  }
}

/**
 * Gives the next message of a process. If none comes, gives a sentence: ENDED if the process ended by itself, or else a
 * reason that another machine might not have.
 */
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

/** A process that runs out of memory, or whose code fails, ends by itself. SIGKILL and SIGTERM come from outside. */
const endOf = (signal: NodeJS.Signals | null) =>
  signal === 'SIGKILL' || signal === 'SIGTERM'
    ? `A process of this build was ended by ${signal}, perhaps because the machine ran out of memory: build again.`
    : ENDED;

const tooLong = (milliseconds: number) =>
  `A process of this build gave no answer in ${milliseconds / 1000} seconds: build again when the machine is less busy.`;
