// Starts the workers of a hub, restarts each worker that ends, and ends all of them together.
import { Worker } from 'node:worker_threads';
import type { Environment } from '../../../../src/service/config.ts';
import type { OfThread } from '../main-metrics.ts';
import type { Beginning, TreeNews, WorkerCalls } from './calls.ts';
import { Line } from './line.ts';
import type { WorkerDesk } from './main-desk.ts';

/**
 * The milliseconds before a worker is restarted. There is no wait at first, then a second, then twice as long each
 * time, up to a minute.
 */
const AGAIN_MS = { first: 1000, most: 60_000 };
/** A worker that answered for this many milliseconds is restarted without a wait when it ends. */
const STEADY_MS = 60_000;

interface CrewSettings {
  /** The module of a worker. */
  thread: URL;
  workers: number;
  env: Environment;
  /** Returns the settings with which the worker of this number starts. */
  beginning(number: number): Beginning;
  /** Returns the tree from which all workers answer. */
  tree(): TreeNews | undefined;
  /** Makes the object that answers the calls of the worker with this number. */
  desk(number: number): WorkerDesk;
  onNotice(sentence: string): void;
}

interface Member {
  thread: Worker;
  line: Line<WorkerCalls>;
  /** The time when the worker began to answer; undefined before that. */
  since: number | undefined;
  /** The reason why the worker ended, if it is known. */
  fault: Error | undefined;
}

export class Crew {
  readonly #settings: CrewSettings;
  readonly #members: (Member | undefined)[];
  readonly #ends: number[];
  #port = 0;
  #isClosing = false;
  readonly #timers = new Set<NodeJS.Timeout>();

  constructor(settings: CrewSettings) {
    this.#settings = settings;
    this.#members = Array.from({ length: settings.workers });
    this.#ends = Array.from({ length: settings.workers }, () => 0);
  }

  /** The running threads. */
  get threads(): Worker[] {
    return this.#lines.map(({ thread }) => thread);
  }

  /**
   * Starts all workers at `port`, or at any free port if `port` is 0, and returns the port. If one worker fails, ends
   * all workers and rejects.
   */
  async begin(port: number): Promise<number> {
    try {
      const all = await Promise.all(this.#ends.map((_, number) => this.#open(number)));
      this.#port = port;
      // The first worker takes a port, which all later workers share.
      for (const member of all) this.#port = await this.#listen(member);
      return this.#port;
    } catch (error) {
      await this.#end();
      throw error;
    }
  }

  /** Calls `work` with the line to each worker. */
  each(work: (line: Line<WorkerCalls>) => void): void {
    for (const { line } of this.#lines) work(line);
  }

  /** Asks each worker for its metrics. */
  metrics(): OfThread[] {
    return this.#members.flatMap((member, number) => (member ? [[number, member.line.ask('metrics')] as const] : []));
  }

  /** Makes all workers open a tree. Rejects if one of them can't; skips workers that have ended. */
  async open(news: TreeNews): Promise<void> {
    await this.#all((line) => line.ask('open', news));
  }

  /** Makes all workers announce for `seconds` that they will end, as `HubServer.leave` does. */
  async leave(seconds: number): Promise<void> {
    await this.#all((line) => line.ask('leave', seconds));
  }

  /** Waits for the running requests of all workers, and then ends the workers. */
  async close(): Promise<void> {
    this.#isClosing = true;
    for (const timer of this.#timers) clearTimeout(timer);
    await this.#all((line) => line.ask('close'));
    await this.#end();
  }

  get #lines(): Member[] {
    return this.#members.filter((member) => member !== undefined);
  }

  async #end(): Promise<void> {
    this.#isClosing = true;
    await Promise.all(this.threads.map((thread) => thread.terminate()));
  }

  /** Asks all workers. A worker that has ended meanwhile need not answer. */
  async #all(ask: (line: Line<WorkerCalls>) => Promise<void>): Promise<void> {
    const asked = this.#lines.map((member) =>
      ask(member.line).catch((error: unknown) => {
        if (this.#members.includes(member)) throw error;
      }),
    );
    await Promise.all(asked);
  }

  /** Starts a worker, and makes it open the current tree. The worker does not listen yet. */
  async #open(number: number): Promise<Member> {
    const { thread: module, beginning, desk, env } = this.#settings;
    const thread = new Worker(module, { workerData: beginning(number), env: env as NodeJS.ProcessEnv });
    const line = new Line<WorkerCalls>(thread);
    const member: Member = { thread, line, since: undefined, fault: undefined };
    const own = desk(number);
    this.#members[number] = member;
    thread.on('error', (error) => {
      member.fault = error as Error;
    });
    thread.on('exit', (code) => {
      this.#members[number] = undefined;
      member.fault ??= new Error(`its thread was ended with ${code}`);
      line.end(member.fault);
      own.clear();
      if (!this.#isClosing && this.#port !== 0) this.#again(number, member);
    });
    line.answerBy(own.calls);
    for (let news = this.#settings.tree(); news !== undefined; ) {
      await line.ask('open', news);
      const now = this.#settings.tree();
      news = now?.number === news.number ? undefined : now;
    }
    return member;
  }

  async #listen(member: Member): Promise<number> {
    const port = await member.line.ask('listen', this.#port);
    member.since = performance.now();
    return port;
  }

  /** Restarts a worker that has ended. */
  #again(number: number, { since, fault }: Member): void {
    if (since !== undefined && performance.now() - since >= STEADY_MS) this.#ends[number] = 0;
    const ends = this.#ends[number]!++;
    const wait = ends === 0 ? 0 : Math.min(AGAIN_MS.first * 2 ** (ends - 1), AGAIN_MS.most);
    const when = wait === 0 ? 'now' : `in ${wait / 1000} s`;
    this.#settings.onNotice(
      `worker ${number + 1} of ${this.#ends.length} ended and is restarted ${when}: ${fault!.stack}`,
    );
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      void this.#openAnew(number);
    }, wait);
    this.#timers.add(timer);
  }

  /** Opens a worker again. Never rejects: a failure ends the worker, and its end restarts it. */
  async #openAnew(number: number): Promise<void> {
    try {
      await this.#listen(await this.#open(number));
    } catch (error) {
      const member = this.#members[number];
      if (member) member.fault = error as Error;
      void member?.thread.terminate();
    }
  }
}
