// Two instances behind a web server by the printed configuration, each restarted in turn under load: no read is lost.
// @module-tag all

import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, inject, test, vi } from 'vitest';
import { type ServedProcess, serveProcess } from '../faults/served-process.ts';
import { needs } from '../fixtures/needs.ts';
import { models } from '../fixtures/rows.ts';
import { pages } from './exported-addresses.ts';
import { caddy, exportForFront, nginx, startFront } from './front.ts';

const bert = models.bert.id;
/** Requests that only a hub answers, with their status. */
const READS: readonly (readonly [method: 'GET' | 'HEAD', target: string, status: number])[] = [
  ['HEAD', `/${bert}/resolve/main/config.json`, 302],
  ['GET', `/${bert}/resolve/main/config.json`, 302],
  ['GET', '/api/models?search=bert&limit=3', 200],
  ['GET', '/api/hub/health', 200],
  ['GET', '/api/models/nobody/knows-this', 404],
];
const AT_A_TIME = 12;
/** Five processes and a web server are started, most of them one after the other. */
const PATIENCE_MS = 180_000;

/** Reads at `url` again and again, on connections that stay open. */
class Load {
  readonly #agent = new Agent({ keepAlive: true, maxSockets: AT_A_TIME });
  readonly #url: string;
  readonly #running: Promise<void>[];
  #isOver = false;
  answers = 0;
  /** Requests with a wrong answer, or none. */
  readonly lost: string[] = [];

  constructor(url: string) {
    this.#url = url;
    this.#running = Array.from({ length: AT_A_TIME }, (_, at) => this.#run(at));
  }

  /** Resolves when so many more were answered. */
  async answered(count: number): Promise<void> {
    const until = this.answers + count;
    await vi.waitFor(() => expect(this.answers).toBeGreaterThanOrEqual(until), { timeout: 60_000, interval: 20 });
  }

  async end(): Promise<void> {
    this.#isOver = true;
    await Promise.all(this.#running);
    this.#agent.destroy();
  }

  async #run(first: number): Promise<void> {
    for (let at = first; !this.#isOver; at++) {
      const [method, target, status] = READS[at % READS.length]!;
      const given = await this.#ask(method, target);
      this.answers++;
      if (given !== status) this.lost.push(`${method} ${target}: ${given}`);
      // The machine has others to serve.
      await sleep(1);
    }
  }

  #ask(method: string, target: string): Promise<number | string> {
    return new Promise((resolve) => {
      const asked = request(this.#url + target, { method, agent: this.#agent }, (response) => {
        response.resume();
        response.on('end', () => resolve(response.statusCode!));
        response.on('error', (error) => resolve(error.message));
      });
      asked.on('error', (error) => resolve(error.message));
      asked.end();
    });
  }
}

let folder: string;
let hubs: ServedProcess[];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'model-hub-rolling-'));
  hubs = [];
});
afterEach(async () => {
  await Promise.all(hubs.map((hub) => hub.stop()));
  rmSync(folder, { recursive: true, force: true });
});

const start = async (at: number, port?: number) => {
  const env = { HUB_EDGE: 'off' };
  const places = { data: join(folder, `data-${at}`), dist: inject('fixture').dist };
  hubs[at] = await serveProcess(places, port === undefined ? { env } : { env, port });
};

describe.each([nginx, caddy])('$name', (kind) => {
  test('no read is lost while one instance is stopped, one after the other is restarted, and one is killed', {
    ...needs(kind.missing),
    timeout: PATIENCE_MS,
  }, async () => {
    await Promise.all([start(0), start(1)]);
    const files = join(folder, 'files');
    await exportForFront(inject('fixture').dist, files, pages);
    const front = await startFront(kind, { folder: files, hubPorts: hubs.map(({ port }) => port) });
    const load = new Load(front.url);
    try {
      await load.answered(200);
      // One that neither answers nor ends.
      hubs[0]!.kill('SIGSTOP');
      await load.answered(500);
      hubs[0]!.kill('SIGCONT');
      for (const [at, signal, code] of [
        [0, 'SIGTERM', '0'],
        [1, 'SIGTERM', '0'],
        [0, 'SIGKILL', 'SIGKILL'],
      ] as const) {
        const { port, kill, ended } = hubs[at]!;
        kill(signal);
        expect(await ended).toBe(code);
        await load.answered(100);
        if (signal === 'SIGTERM') await start(at, port);
        await load.answered(200);
      }
    } finally {
      await load.end();
      await front.stop();
    }
    expect(load.lost).toEqual([]);
  });
});
