/** An import killed at any moment leaves the old day or the new one, whole, and the next import works. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { readPointer } from '../../../../generator/pointer.ts';
import type { Address } from '../../../../src/address.ts';
import { readDay, row, type Sandbox, sandbox } from './sandbox.ts';

const KILLS = 15;
const MODELS = 300;
const bin = fileURLToPath(new URL('../../../../generator/bin.mjs', import.meta.url));

function start(box: Sandbox, file: string, day: string): ChildProcess {
  const env = { ...process.env, HUB_DATA: box.data };
  return spawn(process.execPath, [bin, 'import', file, '--day', day, '--json'], { env, stdio: 'ignore' });
}

/** Reads the day the pointer names and every day before it; throws when anything is not whole. */
async function wholeChain(box: Sandbox): Promise<Address[]> {
  const days: Address[] = [];
  for (let at: Address | null = readPointer(box.data)!.catalog; at; ) {
    days.push(at);
    at = (await readDay(box.store, at)).prev;
  }
  return days;
}

/** Waits until the import is at work: from then on it has files of its own. False: it has ended. */
async function atWork(box: Sandbox, child: ChildProcess): Promise<boolean> {
  while (!existsSync(join(box.data, 'tmp', 'rows'))) {
    if (child.exitCode !== null) return false;
    await sleep(1);
  }
  return true;
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
}

test(`${KILLS} kills`, { timeout: 180_000 }, async () => {
  const box = sandbox();
  const write = (state: string) => {
    const path = join(box.folder, 'rows.jsonl');
    const rows = Array.from({ length: MODELS }, (_, i) => row(`owner-${i % 40}/model-${i}`, state));
    writeFileSync(path, rows.map((each) => `${JSON.stringify(each)}\n`).join(''));
    return path;
  };
  const first = start(box, write('first'), '2026-01-01');
  await atWork(box, first);
  const begun = performance.now();
  await ended(first);
  let usual = performance.now() - begun;
  expect(first.exitCode).toBe(0);

  let killed = 0;
  let landed = 0;
  for (let i = 0; i < KILLS; i++) {
    const before = readPointer(box.data)!;
    const day = `2026-02-${String(i + 1).padStart(2, '0')}`;
    const child = start(box, write(`state ${i}`), day);
    const isAtWork = await atWork(box, child);
    const from = performance.now();
    const end = ended(child).then(() => performance.now() - from);
    // One kill in each fifteenth of the work, its last steps included.
    if (isAtWork) await Promise.race([sleep((usual * (i + Math.random())) / KILLS), end]);
    child.kill('SIGKILL');
    const took = await end;
    if (child.signalCode === 'SIGKILL') killed += 1;
    // The disk of a busy machine is slow now and fast then.
    else usual = Math.min(usual, took);
    const after = readPointer(box.data)!;
    const { prev } = await readDay(box.store, after.catalog);
    if (after.catalog === before.catalog) continue;
    // A kill may come after the pointer has moved: the day stands, whole.
    landed += 1;
    expect([after.snapshot, prev]).toEqual([day, before.catalog]);
  }
  expect(killed, 'kills that came before the end').toBeGreaterThan(KILLS / 3);

  const last = start(box, write('last'), '2026-03-01');
  await ended(last);
  expect(last.exitCode).toBe(0);
  expect((await wholeChain(box)).length).toBe(landed + 2);
  expect(existsSync(join(box.data, 'tmp'))).toBe(false);
  expect(readdirSync(join(box.data, 'objects', 'tmp'))).toEqual([]);
});
