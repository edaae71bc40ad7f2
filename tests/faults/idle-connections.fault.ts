// Opens thousands of connections that send nothing and hundreds that read nothing, again and again: more than the files
// that a hub in the short form may open. All other callers must get answers, and the hub must be rid of them afterwards.

import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import process from 'node:process';
import { setTimeout as wait } from 'node:timers/promises';
import { compileCache } from '../fixtures/compile-cache.ts';
import { figuresOf, keepAsking, worstOf } from './callers.ts';
import type { CrowdOrders, CrowdSeen } from './crowd.ts';
import type { Fault, Scale } from './fault.ts';
import { builtPlaces, type ServedProcess, serveProcess } from './served-process.ts';

interface Crowd {
  seen(): Promise<CrowdSeen>;
  end(): Promise<void>;
}

/** Starts a crowd with the given orders. */
function sendCrowd(orders: CrowdOrders): Crowd {
  const child = fork(join(import.meta.dirname, 'crowd.ts'), [], {
    env: { ...process.env, ...compileCache },
    execArgv: [],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  child.send(orders);
  const gone = once(child, 'exit');
  return {
    async seen() {
      child.send('how many');
      return (await once(child, 'message'))[0] as CrowdSeen;
    },
    async end() {
      child.kill('SIGKILL');
      await gone;
    },
  };
}

/**
 * The sizes of each form: the number of clients of both kinds, the seconds of the attack, the hub's limit of open
 * files, and the milliseconds until a closed client comes again.
 */
const SIZES = {
  short: { silent: 600, readers: 60, seconds: 3, descriptors: 512, againMs: 300 },
  long: { silent: 10_000, readers: 1_000, seconds: 120, descriptors: undefined, againMs: 1_000 },
} satisfies Record<Scale, object>;

/**
 * The size of the requested object. It is larger than the buffers at both ends of a connection, so that an unread
 * answer blocks.
 */
const OBJECT_BYTES = 8 * 1024 * 1024;
const TOKEN = 'a-publisher-of-large-objects';
const LATEST_MS = 100;
/** The number of descriptors that the hub may have in addition afterwards: files that it has opened. */
const SPARE = 20;

const fault: Fault = {
  name: 'idle-connections',
  promise:
    'While 10,000 connections say nothing and 1,000 read nothing for two minutes, health, a redirect and a page are ' +
    'answered, 99 of 100 within 100 ms, and the hub is rid of them.',
  async run(scale) {
    const { silent, readers, seconds, descriptors, againMs } = SIZES[scale];
    const places = await builtPlaces();
    const env = { HUB_PUBLISHER_TOKEN: TOKEN };
    const hub = await serveProcess(places, descriptors === undefined ? { env } : { env, descriptors });
    const path = await publish(hub);
    const before = hub.openDescriptors();
    const crowd = sendCrowd({ port: hub.port, silent, readers, path, againMs });
    try {
      // Waits for the first clients, which all come at once. Later clients come only as fast as the server closes
      // earlier connections.
      while ((await crowd.seen()).open + (await crowd.seen()).ended < silent + readers) await wait(100);
      const callers = keepAsking(hub.port);
      let most = 0;
      for (let second = 0; second < seconds; second++) {
        await wait(1000);
        most = Math.max(most, hub.openDescriptors() ?? 0);
      }
      const asked = await callers.stop();
      const { ended } = await crowd.seen();
      await crowd.end();
      const after = await fewest(hub.openDescriptors, before);
      const isRid = before === undefined || after! <= before + SPARE;
      const inTime = scale === 'short' || worstOf(asked) < LATEST_MS;
      return {
        held: asked.failures.length === 0 && asked.answers > 0 && inTime && isRid,
        figures:
          `${figuresOf(asked)}; ${silent} silent and ${readers} reading nothing for ${seconds} s, ${ended} ` +
          `closed meanwhile; at most ${most} descriptors, ${before} before, ${after} afterwards`,
      };
    } finally {
      await crowd.end();
      await hub.stop();
      places.remove();
    }
  },
};

export default fault;

/** Publishes a large object, and resolves to its path. */
async function publish({ url }: ServedProcess): Promise<string> {
  const answer = await fetch(`${url}/api/v1/objects`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${TOKEN}`, 'Content-Type': 'application/octet-stream' },
    body: Buffer.alloc(OBJECT_BYTES, 'model'),
  });
  const told = await answer.text();
  const address = /blake3:[0-9a-f]{64}/.exec(told);
  if (!answer.ok || !address) throw new Error(`the object is not published: ${answer.status} ${told}`);
  return `/api/v1/objects/${address[0]}`;
}

/** Waits at most five seconds until the number of descriptors is near `goal`. Resolves to the number. */
async function fewest(count: () => number | undefined, goal: number | undefined): Promise<number | undefined> {
  for (let tries = 0; tries < 100; tries++) {
    const now = count();
    if (now === undefined || goal === undefined || now <= goal + SPARE) return now;
    await wait(50);
  }
  return count();
}
