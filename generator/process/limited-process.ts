// A process of our own that does what strangers' bytes ask for, with so much memory and time and no more.
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import process from 'node:process';

export interface Limits {
  memoryMb: number;
  /** Milliseconds for one answer; undefined where the process keeps its own time. */
  time?: number;
}

/** What a process says before it is asked anything. */
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
   * The answer to `question`; undefined when the process ended over it or took too long, after which the next question
   * gets a new one. Calls must not overlap. Rejects when the process does not start.
   */
  async ask(question: Question): Promise<Reply | undefined> {
    if (!this.#child?.connected) this.#child = await this.#start();
    const child = this.#child;
    const reply = replyOf<Reply>(child, this.#limits.time);
    // What can't be sent any more is told by the exit.
    child.send(question, () => {});
    const answer = await reply;
    if (answer === undefined) {
      child.kill('SIGKILL');
      this.#child = undefined;
    }
    return answer;
  }

  /** Ends the process, when there is one. */
  stop(): void {
    this.#child?.kill('SIGKILL');
    this.#child = undefined;
  }

  /** Rejects when it does not start: else every question would be one that can't be answered. */
  async #start(): Promise<ChildProcess> {
    const child = fork(this.#path, {
      // An older Node has to be told to read TypeScript, as this process was; the last of two limits counts.
      execArgv: [...process.execArgv, `--max-old-space-size=${this.#limits.memoryMb}`],
      // Out of memory, it says so at length.
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    if (!(await replyOf<Ready>(child))) throw new Error(`the process of ${this.#path} does not start`);
    return child;
  }
}

/** What a process says next; undefined when it ends instead, or says nothing for `time` milliseconds. */
async function replyOf<Reply>(child: ChildProcess, time?: number): Promise<Reply | undefined> {
  const settled = new AbortController();
  child.ref();
  child.channel?.ref();
  try {
    return await Promise.race([
      once(child, 'message', settled).then(([reply]) => reply as Reply),
      once(child, 'exit', settled).then(() => undefined),
      ...(time === undefined ? [] : [pause(time, settled.signal)]),
    ]);
  } finally {
    settled.abort();
    child.unref();
    child.channel?.unref();
  }
}

function pause(milliseconds: number, signal: AbortSignal): Promise<undefined> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(undefined), milliseconds);
    signal.addEventListener('abort', () => clearTimeout(timer), { once: true });
  });
}
