// A server killed 200 times while it is published to: what it acknowledged is there and whole, and nothing is there in part.
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import { blake3Hex } from '../../../../generator/blake3.ts';
import { type Address, addressFromHex } from '../../../../src/address.ts';
import type { ObjectList } from '../../../../src/wire/object-plane.ts';

const KILLS = 200;
const LANES = 3;
const headers = { Authorization: 'Bearer publisher', 'x-hub-kind': 'kill-test' };

/** In memory where there is such a folder: a kill takes nothing that a process gave away, wherever that lies. */
const temporary = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();
const base = mkdtempSync(join(temporary, 'model-hub-kills-'));
afterAll(() => rmSync(base, { recursive: true, force: true }));
const folder = join(base, 'published');

interface Running {
  child: ChildProcess;
  url: string;
}

async function start(): Promise<Running> {
  const child = fork(join(import.meta.dirname, 'publishing-server.ts'), [folder]);
  const [{ port }] = (await once(child, 'message')) as [{ port: number }];
  child.on('message', (told) => expect.unreachable(JSON.stringify(told)));
  return { child, url: `http://127.0.0.1:${port}/api/v1/objects` };
}

/** Seeded, so that a failure can be had again; the moments of the kills are as the machine has them. */
let state = 1;
function random(): number {
  state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff;
  return state / 0x80000000;
}

let made = 0;
/** Bytes that no other call gives: mostly small, now and then too large for one read. */
function someBytes(): Buffer<ArrayBuffer> {
  const length = random() < 0.1 ? 1_200_000 : Math.floor(random() * 200_000);
  const bytes = Buffer.alloc(length + 8, made % 251);
  bytes.writeDoubleBE(++made);
  return bytes;
}

/** Publishes until the server is gone; notes what was sent, and what was answered in full. */
async function publish(url: string, sent: Set<Address>, acknowledged: Set<Address>): Promise<void> {
  for (;;) {
    const bytes = someBytes();
    const id = addressFromHex(blake3Hex(bytes));
    sent.add(id);
    try {
      const response = await fetch(url, { method: 'POST', headers, body: bytes });
      const told = (await response.json()) as { id: Address };
      expect([response.status, told.id]).toEqual([201, id]);
      acknowledged.add(id);
    } catch (error) {
      // The connection broke, which is all that a killed server says.
      expect(error).toBeInstanceOf(TypeError);
      return;
    }
  }
}

/** True when the object is there, and whole; false when it is not there. */
async function isThere(url: string, id: Address): Promise<boolean> {
  const response = await fetch(`${url}/${id}`);
  const bytes = new Uint8Array(await response.arrayBuffer());
  if (response.status === 404) return false;
  expect([response.status, addressFromHex(blake3Hex(bytes))]).toEqual([200, id]);
  return true;
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

interface Tally {
  acknowledged: Set<Address>;
  /** Sent, and the connection broke before there was an answer. */
  unanswered: Set<Address>;
  /** Kills in the middle of a publish. */
  cutShort: number;
}

/** Starts a server, publishes to it and kills it: at any moment of its first publishes, or once it has answered one. */
async function killOne(kill: number, tally: Tally): Promise<void> {
  const { child, url } = await start();
  const gone = once(child, 'exit');
  const sent = new Set<Address>();
  const answered = new Set<Address>();
  const lanes = Promise.all(Array.from({ length: LANES }, () => publish(url, sent, answered)));
  if (kill % 3 === 0) await sleep(random() * 60);
  else {
    while (answered.size === 0) await sleep(1);
    await sleep(random() * 30);
  }
  child.kill('SIGKILL');
  await Promise.all([gone, lanes]);
  const open = [...sent].filter((id) => !answered.has(id));
  for (const id of answered) tally.acknowledged.add(id);
  for (const id of open) tally.unanswered.add(id);
  if (open.length > 0) tally.cutShort += 1;
}

test(`${KILLS} kills`, { timeout: 600_000 }, async () => {
  const tally: Tally = { acknowledged: new Set(), unanswered: new Set(), cutShort: 0 };
  // Two servers at a time share the folder.
  const chain = async (from: number) => {
    for (let kill = from; kill < KILLS; kill += 2) await killOne(kill, tally);
  };
  await Promise.all([chain(0), chain(1)]);
  const { acknowledged, unanswered, cutShort } = tally;
  const halfWritten = readdirSync(join(folder, 'tmp')).length;
  const { child, url } = await start();
  const listed = await listAll(url);
  for (const id of acknowledged) expect(await isThere(url, id), `acknowledged ${id}`).toBe(true);
  // An answer can be lost on the way after the object is safe; then it is there, and whole. It is never there in part.
  const safe = new Set<Address>();
  for (const id of unanswered) if (await isThere(url, id)) safe.add(id);
  expect(listed.toSorted()).toEqual([...acknowledged, ...safe].toSorted());
  child.kill('SIGKILL');
  console.log(
    `${acknowledged.size} acknowledged, ${unanswered.size} unanswered, of which ${safe.size} whole; ${halfWritten} half written`,
  );
  expect(cutShort, 'kills in the middle of a publish').toBeGreaterThan(KILLS / 2);
  expect(halfWritten, 'kills in the middle of a file').toBeGreaterThan(0);
  expect(acknowledged.size, 'publishes that were answered').toBeGreaterThan(KILLS / 2);
  // A kill finds as many unanswered as there are lanes; were most of them there, the answer would come late.
  expect(safe.size).toBeLessThan(unanswered.size / 2);
});
