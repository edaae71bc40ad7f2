// Runs code in a child process with limits for its memory and time, because strangers made the bytes that it reads.
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
   * True if the answer goes into a build, which must not depend on the speed of the machine. If the process runs out of
   * time or is killed from outside, `ask` then rejects instead of returning undefined.
   */
  isSameEverywhere?: true;
}

const ENDED = 'The process ended.';

/** The first message of a child process, before any question. */
export type Ready = { ready: true };

/**
 * Answers one question at a time in a child process that runs the module at `url`. The module sends `Ready` once it
 * has loaded, and then a reply to every message. The child does not keep this process running, and ends with it.
 */
export class LimitedProcess<Question extends object, Reply extends object> {
  readonly #url: URL;
  readonly #limits: Limits;
  #child: ChildProcess | undefined;

  constructor(url: URL, limits: Limits) {
    this.#url = url;
    this.#limits = limits;
  }

  /**
   * Gets the answer to `question`; undefined if the child process ended before it answered, or took too long. The next
   * question then gets a new child process. Calls must not overlap. Rejects if the child does not start, and in the
   * cases that `isSameEverywhere` describes.
   */
  async ask(question: Question): Promise<Reply | undefined> {
    if (!this.#child?.connected) this.#child = await this.#start();
    const child = this.#child;
    const reply = replyOf<Reply>(child, this.#limits.time);
    // A send fails only if the child process is about to exit. Its exit resolves `reply`, so this error says nothing new.
    child.send(question, () => {});
    const answer = await reply;
    if (typeof answer !== 'string') return answer;
    this.stop();
    if (this.#limits.isSameEverywhere && answer !== ENDED) throw new Failure(answer);
    return undefined;
  }

  /** Ends the child process, if there is one. */
  stop(): void {
    this.#child?.kill('SIGKILL');
    this.#child = undefined;
  }

  /**
   * Starts the child process. Rejects if it does not start, since otherwise every question would seem to have no
   * answer.
   */
  async #start(): Promise<ChildProcess> {
    const child = fork(this.#url, {
      // An older Node needs the flags of this process to read TypeScript. Node uses the last of several memory limits.
      execArgv: [...process.execArgv, `--max-old-space-size=${this.#limits.memoryMb}`],
      // Hides the long report that Node prints when it runs out of memory.
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    if (typeof (await replyOf<Ready>(child)) === 'string')
      throw new Error(`the process of ${this.#url.pathname} does not start`);
    return child;
  }
}

/**
 * Returns the next message of a child process. If none comes, returns ENDED if the process ended by itself, or else a
 * sentence about a cause that another machine might not have.
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

/** A process that runs out of memory or whose code fails ends by itself. SIGKILL and SIGTERM come from outside. */
const endOf = (signal: NodeJS.Signals | null) =>
  signal === 'SIGKILL' || signal === 'SIGTERM'
    ? `A process of this build was ended by ${signal}, perhaps because the machine ran out of memory: build again.`
    : ENDED;

const tooLong = (milliseconds: number) =>
  `A process of this build gave no answer in ${milliseconds / 1000} seconds: build again when the machine is less busy.`;
