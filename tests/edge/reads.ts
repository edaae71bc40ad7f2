// Sends reads to a web server in front of a hub, again and again, and measures each. Only the hub can answer them.
import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { models } from '../fixtures/rows.ts';

const bert = models.bert.id;
const READS: readonly (readonly [method: 'GET' | 'HEAD', target: string, status: number])[] = [
  ['HEAD', `/${bert}/resolve/main/config.json`, 302],
  ['GET', `/${bert}/resolve/main/config.json`, 302],
  ['GET', '/api/models?search=bert&limit=3', 200],
  ['GET', '/api/hub/health', 200],
  ['GET', '/api/models/nobody/knows-this', 404],
];
const AT_A_TIME = 12;
/** The seconds for which the files of `deploy` wait for the answer to a read. */
export const READ_SECONDS = 3;
/** The milliseconds after which an answer counts as lost; longer than any edge waits. */
const GIVEN_UP = 10_000;

/** A read: the time of its request, by `performance.now()`, and the milliseconds until its answer. */
interface Read {
  at: number;
  ms: number;
}

/** Sends reads to `url` on connections that stay open. */
export class Reads {
  readonly #agent = new Agent({ keepAlive: true, maxSockets: AT_A_TIME });
  readonly #url: string;
  readonly #running: Promise<void>[];
  #isOver = false;
  readonly answers: Read[] = [];
  /** The requests with a wrong answer, or without an answer. */
  readonly lost: string[] = [];

  constructor(url: string) {
    this.#url = url;
    this.#running = Array.from({ length: AT_A_TIME }, (_, at) => this.#run(at));
  }

  /** Waits for `count` more answers. */
  async answered(count: number): Promise<void> {
    const until = this.answers.length + count;
    while (this.answers.length < until) await sleep(20);
  }

  async end(): Promise<void> {
    this.#isOver = true;
    await Promise.all(this.#running);
    this.#agent.destroy();
  }

  async #run(first: number): Promise<void> {
    for (let number = first; !this.#isOver; number++) {
      const [method, target, status] = READS[number % READS.length]!;
      const at = performance.now();
      const given = await this.#ask(method, target);
      this.answers.push({ at, ms: performance.now() - at });
      if (given !== status) this.lost.push(`${method} ${target}: ${given}`);
      // Leaves time for the other processes of the machine.
      await sleep(1);
    }
  }

  #ask(method: string, target: string): Promise<number | string> {
    return new Promise((resolve) => {
      const asked = request(this.#url + target, { method, agent: this.#agent, timeout: GIVEN_UP }, (response) => {
        response.resume();
        response.on('end', () => resolve(response.statusCode!));
        response.on('error', (error) => resolve(error.message));
      });
      asked.on('timeout', () => asked.destroy(new Error('no answer in time')));
      asked.on('error', (error) => resolve(error.message));
      asked.end();
    });
  }
}
