// Servers that are killed while clients publish objects.
import assert from 'node:assert/strict';
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import { blake3Hex } from '../../generator/process/blake3.ts';
import { type Address, addressFromHex } from '../../src/nouns/address.ts';
import type { ObjectList } from '../../src/shapes/objects.ts';
import { randomNumbers } from '../bench/search-rows.ts';
import type { KilledWork } from './kill-loop.ts';
import { someStore } from './killed-commands.ts';

/** The number of clients of a server. */
const CLIENTS = 3;
const SERVER = join(import.meta.dirname, 'publishing-server.ts');
const headers = { Authorization: 'Bearer publisher', 'x-hub-kind': 'kill-test' };

/** The objects of one server. */
interface Publishing {
  sent: Set<Address>;
  answered: Set<Address>;
  /** Resolves once all clients have noticed the end of the server. */
  over: Promise<unknown>;
}

/** A place for published objects: a folder, or s3://BUCKET/PREFIX with the environment variables that reach it. */
interface Place {
  place: string;
  env?: Record<string, string>;
  close?(): Promise<void>;
}

const publishing = (name: string, openPlace: (folder: string) => Promise<Place>): KilledWork => ({
  name,
  promise: 'A server killed while it stores objects keeps every acknowledged one, and has no other in part.',
  kills: { short: 20, long: 400 },
  // Two servers share the folder at any time.
  lanes: 2,
  steps: 3,
  async open(folder, kills) {
    const { place, env, close } = await openPlace(folder);
    const [acknowledged, unanswered] = [new Set<Address>(), new Set<Address>()];
    const all = new Map<number, Publishing>();
    const faults: string[] = [];
    const random = randomNumbers(1);
    let made = 0;
    /** Returns different bytes at each call: mostly few, sometimes too many for one read. */
    const someBytes = () => {
      const length = random() < 0.1 ? 1_200_000 : Math.floor(random() * 200_000);
      const bytes = Buffer.alloc(length + 8, made % 251);
      bytes.writeDoubleBE(++made);
      return bytes;
    };
    const start = () => {
      const child = fork(SERVER, [place], { env: { ...process.env, ...env } });
      child.on('message', (told: object) => 'port' in told || faults.push(JSON.stringify(told)));
      return child;
    };
    const listening = async (child: ChildProcess) => {
      const [{ port }] = (await once(child, 'message')) as [{ port: number }];
      return `http://127.0.0.1:${port}/api/v1/objects`;
    };
    /** Publishes until the server has ended. */
    const publish = async (url: string, { sent, answered }: Publishing) => {
      for (;;) {
        const bytes = someBytes();
        const id = addressFromHex(blake3Hex(bytes));
        sent.add(id);
        try {
          const response = await fetch(url, { method: 'POST', headers, body: bytes });
          const told = (await response.json()) as { id: Address };
          if (response.status !== 201 || told.id !== id) faults.push(`${response.status} ${told.id} for ${id}`);
          answered.add(id);
        } catch (error) {
          // `fetch` throws a TypeError if the server is killed. Any other error is a fault.
          if (!(error instanceof TypeError)) throw error;
          return;
        }
      }
    };
    return {
      usual: 60,
      start,
      async isAtWork(child, kill) {
        const url = await listening(child);
        const one: Publishing = { sent: new Set(), answered: new Set(), over: Promise.resolve() };
        one.over = Promise.all(Array.from({ length: CLIENTS }, () => publish(url, one)));
        all.set(kill, one);
        // Every third kill may come before the first answer.
        while (kill % 3 > 0 && one.answered.size === 0) await sleep(1);
      },
      async isNew(kill) {
        const { sent, answered, over } = all.get(kill)!;
        await over;
        for (const id of sent) (answered.has(id) ? acknowledged : unanswered).add(id);
        assert.deepEqual(faults, []);
        return sent.size === answered.size;
      },
      async end() {
        const temporary = join(place, 'tmp');
        if (env === undefined) assert(readdirSync(temporary).length > 0, 'no kill came in the middle of a file');
        const child = start();
        try {
          const url = await listening(child);
          /** True if the object exists. An incomplete object is a fault. */
          const isThere = async (id: Address) => {
            const response = await fetch(`${url}/${id}`);
            const bytes = new Uint8Array(await response.arrayBuffer());
            if (response.status === 404) return false;
            assert.deepEqual([response.status, addressFromHex(blake3Hex(bytes))], [200, id]);
            return true;
          };
          for (const id of acknowledged) assert(await isThere(id), `${id} was acknowledged and is not there`);
          // An answer may be lost after the object was stored. The object then exists, and must be undamaged.
          const safe: Address[] = [];
          for (const id of unanswered) if (await isThere(id)) safe.push(id);
          assert.deepEqual((await listAll(url)).sort(), [...acknowledged, ...safe].sort());
          assert(acknowledged.size > kills / 2, `${acknowledged.size} publishes were answered`);
          // If most unanswered objects existed, the hub would confirm too late.
          assert(safe.length < unanswered.size / 2, `${safe.length} of ${unanswered.size} unanswered objects exist`);
        } finally {
          child.kill('SIGKILL');
        }
      },
      ...(close && { close }),
    };
  },
});

export const killedServers: readonly KilledWork[] = [
  publishing('kill-publish', async (folder) => ({ place: join(folder, 'published') })),
  publishing('kill-publish-bucket', async () => {
    const store = someStore();
    await store.start();
    return { place: store.address('objects'), env: store.env(), close: () => store.stop() };
  }),
];

async function listAll(url: string): Promise<Address[]> {
  const ids: Address[] = [];
  for (let cursor = ''; ; ) {
    const page = (await (await fetch(`${url}?limit=500${cursor}`, { headers })).json()) as ObjectList;
    ids.push(...page.objects.map(({ id }) => id));
    if (page.cursor === undefined) return ids;
    cursor = `&cursor=${page.cursor}`;
  }
}
