// Tests `model-hub lock` against a served hub. The command needs no index on disk.
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { lockPieces, parseLock } from '../../../../src/lock/lock.ts';
import type { Lock } from '../../../../src/shapes/log.ts';
import { hubCommand } from '../../../faults/hub-command.ts';
import { folderOfFile } from '../../../fixtures/own-folder.ts';
import { type ObjectHub, startObjectHub } from '../objects/object-hub.ts';

const [BERT, GGUF] = ['acme/tiny-bert', 'acme/tiny-GGUF'];

const folder = folderOfFile();
let hub: ObjectHub;
let file: string;
let text: string;
beforeAll(async () => {
  hub = await startObjectHub(folder, true);
  file = join(folder, 'models.lock');
  text = (await lock(GGUF, BERT)).out;
});
afterAll(() => hub.close());

const lock = (...words: string[]) =>
  hubCommand(['lock', ...words], { HUB_DATA: join(folder, 'none'), HUB_URL: hub.base }, folder);

/** Changes the lock of both models with `change`, and writes it to the file. */
function write(change: (lock: Lock) => void): void {
  const changed = parseLock(text);
  change(changed);
  writeFileSync(file, [...lockPieces(changed)].join(''));
}

test('lock combines several models, with proofs, and the same arguments give the same bytes', async () => {
  const { hub: named, models } = parseLock(text);
  expect(named).toBe(hub.base);
  expect(Object.keys(models)).toEqual([GGUF, BERT]);
  expect(models[BERT]!.proof!.sums).toContain('config.json');
  expect((await lock(BERT, GGUF)).out).toBe(text);
});

test('lock --check says that nothing changed, or what changed, and writes nothing', async () => {
  writeFileSync(file, text);
  expect(await lock('--check')).toEqual({ code: 0, out: 'Nothing moved: 2 models.\n', err: '' });
  write(({ models }) => {
    models[BERT]!.revision = '0'.repeat(40);
    models[BERT]!.files.pop();
    models['no/where'] = models[GGUF]!;
  });
  const was = readFileSync(file, 'utf8');
  const { code, out } = await lock('--check', 'models.lock');
  expect(code).toBe(1);
  const now = parseLock(text).models[BERT]!.revision.slice(0, 12);
  expect(out).toContain(`acme/tiny-bert: revision 000000000000 became ${now}, 1 file is other.\n`);
  expect(out).toContain('\nno/where: is not in the index any more; the lock still leads to its bytes.\n');
  expect(out).toContain('\n2 of 3 models moved.\n');
  expect(readFileSync(file, 'utf8')).toBe(was);
});

test('lock --update writes the new lock, keeps models that it can’t get again, and keeps proofs of the same bytes', async () => {
  write(({ models }) => {
    delete models[GGUF];
    models[BERT]!.proof!.checkpoint = 'an older one';
    models['no/where'] = { ...models[BERT]!, files: [] };
  });
  const { code, out } = await lock('--update', 'models.lock', GGUF);
  expect([code, out]).toEqual([
    0,
    expect.stringMatching(/acme\/tiny-GGUF: new, at revision [0-9a-f]{12}\.\nno\/where: is/),
  ]);
  const { models } = parseLock(readFileSync(file, 'utf8'));
  expect(Object.keys(models)).toEqual([GGUF, BERT, 'no/where']);
  expect(models[BERT]!.proof!.checkpoint).toBe('an older one');
  expect(models[GGUF]).toEqual(parseLock(text).models[GGUF]);
  expect(statSync(file).mode & 0o777).toBe(0o666 & ~process.umask());
});
