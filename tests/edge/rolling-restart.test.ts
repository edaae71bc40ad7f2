import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest';
import { type ServedProcess, serveProcess } from '../faults/served-process.ts';
import { caddy, nginx, startFront } from '../fixtures/front.ts';
import { needs } from '../fixtures/needs.ts';
import { folderOfTest } from '../fixtures/own-folder.ts';
import { READ_SECONDS, Reads } from './reads.ts';

/**
 * The time limit in milliseconds: the test starts five processes and a web server, most of them one after the other.
 */
const TIME = 180_000;

let folder: string;
let hubs: ServedProcess[];
beforeEach(() => {
  folder = folderOfTest();
  hubs = [];
});
afterEach(async () => {
  await Promise.all(hubs.map((hub) => hub.stop()));
});

const start = async (at: number, port?: number) => {
  const env = { HUB_EDGE: 'off' };
  const places = { data: join(folder, `data-${at}`), dist: inject('fixture').dist };
  hubs[at] = await serveProcess(places, port === undefined ? { env } : { env, port });
};

describe.each([nginx, caddy])('$name', (kind) => {
  test('no read is lost and none waits, while each instance in turn is restarted, and one is killed', {
    ...needs(kind.missing),
    timeout: TIME,
  }, async () => {
    await Promise.all([start(0), start(1)]);
    const front = await startFront(kind, { hubPorts: hubs.map(({ port }) => port) });
    const reads = new Reads(front.url);
    try {
      await reads.answered(200);
      for (const [at, signal, code] of [
        [0, 'SIGTERM', '0'],
        [1, 'SIGTERM', '0'],
        [0, 'SIGKILL', 'SIGKILL'],
      ] as const) {
        const { port, kill, ended } = hubs[at]!;
        kill(signal);
        expect(await ended).toBe(code);
        await reads.answered(100);
        if (signal === 'SIGTERM') await start(at, port);
        await reads.answered(200);
      }
    } finally {
      await reads.end();
      await front.stop();
    }
    expect(reads.lost).toEqual([]);
    expect(reads.answers.filter(({ ms }) => ms >= READ_SECONDS * 1000)).toEqual([]);
  });
});
