// Kills servers while clients publish. Confirmed objects must then exist undamaged, and no object may exist in part.
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import { blake3Hex } from '../../generator/process/blake3.ts';
import { type Address, addressFromHex } from '../../src/nouns/address.ts';
import type { ObjectList } from '../../src/shapes/object-plane.ts';
import type { KillCount } from './kill-count.ts';

const LANES = 3;
const SERVER = join(import.meta.dirname, '../unit/functions/objects/publishing-server.ts');
const headers = { Authorization: 'Bearer publisher', 'x-hub-kind': 'kill-test' };

export interface PublishKills {
  /** The folder of the published objects, or s3://BUCKET/PREFIX. Two servers share it at any time. */
  folder: string;
  /** The environment variables by which the server reaches the bucket. */
  env?: Record<string, string>;
  kills: number;
}

export interface PublishCount extends KillCount {
  acknowledged: number;
  unanswered: number;
  /** The number of incomplete files that kills left in the temporary folder. */
  halfWritten: number;
}

/** Kills `kills` servers, at any moment of their first publishes or shortly after their first answer. */
export async function killPublishes({ folder, kills, env }: PublishKills): Promise<PublishCount> {
  const publishing = new Publishing(`${folder}/published`, env);
  // Two servers run at the same time and share the folder.
  const chain = async (from: number) => {
    for (let kill = from; kill < kills; kill += 2) await publishing.killOne(kill);
  };
  await Promise.all([chain(0), chain(1)]);
  return publishing.counted(kills);
}

interface Running {
  child: ChildProcess;
  url: string;
}

class Publishing {
  readonly #folder: string;
  readonly #env: NodeJS.ProcessEnv;
  readonly #acknowledged = new Set<Address>();
  /** The objects for which the connection broke before an answer. */
  readonly #unanswered = new Set<Address>();
  readonly #faults: string[] = [];
  #cutShort = 0;
  #made = 0;
  /**
   * The state of the random numbers. They are the same in each run, so that a failure can be repeated; only the moments
   * of the kills vary.
   */
  #random = 1;

  constructor(folder: string, env: Record<string, string> | undefined) {
    this.#folder = folder;
    this.#env = { ...process.env, ...env };
  }

  async killOne(kill: number): Promise<void> {
    const { child, url } = await this.#start();
    const gone = once(child, 'exit');
    const sent = new Set<Address>();
    const answered = new Set<Address>();
    const lanes = Promise.all(Array.from({ length: LANES }, () => this.#publish(url, sent, answered)));
    if (kill % 3 === 0) await sleep(this.#next() * 60);
    else {
      while (answered.size === 0) await sleep(1);
      await sleep(this.#next() * 30);
    }
    child.kill('SIGKILL');
    await Promise.all([gone, lanes]);
    const open = [...sent].filter((id) => !answered.has(id));
    for (const id of answered) this.#acknowledged.add(id);
    for (const id of open) this.#unanswered.add(id);
    if (open.length > 0) this.#cutShort += 1;
  }

  /** Starts one more server, requests the list and all sent objects from it, and returns the counts. */
  async counted(kills: number): Promise<PublishCount> {
    const temporary = join(this.#folder, 'tmp');
    const halfWritten = existsSync(temporary) ? readdirSync(temporary).length : 0;
    const { child, url } = await this.#start();
    try {
      const listed = await listAll(url);
      for (const id of this.#acknowledged)
        if (!(await this.#isThere(url, id))) this.#faults.push(`${id} was acknowledged and is not there`);
      // An answer may be lost after the object was stored. The object then exists, and must be undamaged.
      const safe = new Set<Address>();
      for (const id of this.#unanswered) if (await this.#isThere(url, id)) safe.add(id);
      const expected = [...this.#acknowledged, ...safe].sort().join();
      if (listed.toSorted().join() !== expected) this.#faults.push('the list is not what is there');
      return {
        ...{ kills, killed: this.#cutShort, landed: safe.size, faults: this.#faults },
        ...{ acknowledged: this.#acknowledged.size, unanswered: this.#unanswered.size, halfWritten },
      };
    } finally {
      // A server that still runs would keep this process from ending.
      child.kill('SIGKILL');
    }
  }

  async #start(): Promise<Running> {
    const child = fork(SERVER, [this.#folder], { env: this.#env });
    const [{ port }] = (await once(child, 'message')) as [{ port: number }];
    child.on('message', (told) => this.#faults.push(JSON.stringify(told)));
    return { child, url: `http://127.0.0.1:${port}/api/v1/objects` };
  }

  /** Publishes until the server has ended. Records the sent objects and the confirmed ones. */
  async #publish(url: string, sent: Set<Address>, acknowledged: Set<Address>): Promise<void> {
    for (;;) {
      const bytes = this.#someBytes();
      const id = addressFromHex(blake3Hex(bytes));
      sent.add(id);
      try {
        const response = await fetch(url, { method: 'POST', headers, body: bytes });
        const told = (await response.json()) as { id: Address };
        if (response.status !== 201 || told.id !== id) this.#faults.push(`${response.status} ${told.id} for ${id}`);
        acknowledged.add(id);
      } catch (error) {
        // `fetch` throws a TypeError if the server is killed. Any other error is a fault.
        if (!(error instanceof TypeError)) throw error;
        return;
      }
    }
  }

  /** True if the object exists. An incomplete object counts as a fault. */
  async #isThere(url: string, id: Address): Promise<boolean> {
    const response = await fetch(`${url}/${id}`);
    const bytes = new Uint8Array(await response.arrayBuffer());
    if (response.status === 404) return false;
    if (response.status !== 200 || addressFromHex(blake3Hex(bytes)) !== id)
      this.#faults.push(`${id} is there in part, or answered ${response.status}`);
    return true;
  }

  /** Returns different bytes at each call: mostly few, sometimes too many for one read. */
  #someBytes(): Buffer<ArrayBuffer> {
    const length = this.#next() < 0.1 ? 1_200_000 : Math.floor(this.#next() * 200_000);
    const bytes = Buffer.alloc(length + 8, this.#made % 251);
    bytes.writeDoubleBE(++this.#made);
    return bytes;
  }

  #next(): number {
    this.#random = (Math.imul(this.#random, 1103515245) + 12345) & 0x7fffffff;
    return this.#random / 0x80000000;
  }
}

async function listAll(url: string): Promise<Address[]> {
  const ids: Address[] = [];
  for (let cursor = ''; ; ) {
    const page = (await (await fetch(`${url}?limit=500${cursor}`, { headers })).json()) as ObjectList;
    ids.push(...page.objects.map(({ id }) => id));
    if (page.cursor === undefined) return ids;
    cursor = `&cursor=${page.cursor}`;
  }
}
