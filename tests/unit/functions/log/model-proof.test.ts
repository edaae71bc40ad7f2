// Tests the hub's proof of a model: every proof that the hub gives is valid, whatever the log contains.
import { beforeEach, expect, inject, test } from 'vitest';
import type { Tree } from '../../../../functions/ports/ports.ts';
import { memoryBytes } from '../../../../functions/stores/bytes/memory-bytes.ts';
import { logFiles } from '../../../../functions/stores/tree/log-files.ts';
import { sha256Hex } from '../../../../src/digests/sha.ts';
import { checkProof } from '../../../../src/log/proof/check-proof.ts';
import type { ModelProof } from '../../../../src/shapes/log.ts';
import { inMemory } from '../../../contract/players.ts';
import { logFilesIn, openInMemory } from '../../../fixtures/hub.ts';
import { LOG_NAME } from '../../../fixtures/log.ts';
import { memoryHub } from '../../../fixtures/memory-hub.ts';
import { models } from '../../../fixtures/rows.ts';
import { logOf, modelLeaf, type Signer, signer } from '../../log/memory-log.ts';

const { dist } = inject('fixture');
let tree: Tree;
const id = models.bert.id;
let files: Map<string, Uint8Array>;
let faults: unknown[];

beforeEach(() => {
  // The hub caches proofs for each tree, so each test opens the tree again.
  tree = openInMemory(dist);
  files = logFilesIn(dist);
  faults = [];
});

/** Makes a hub whose log has the current `files`. */
const hub = () => {
  const log = logFiles(memoryBytes(files));
  const onFault = (error: unknown) => void faults.push(error);
  return inMemory(memoryHub({ log, onFault }, tree));
};
const ask = async (of = id, asked = hub()) => {
  const { status, body } = (await asked({
    method: 'GET',
    target: `/models/${of}/proof.json`,
    headers: [],
    body: undefined,
  }))!;
  return { status, value: JSON.parse(body.toString()) as ModelProof & { error: string } };
};

/** Replaces the log by a log of one model, with these sums. */
function put(sums: string, by: Signer = signer(LOG_NAME), expires = '2999-01-01T00:00:00Z') {
  files = logOf([modelLeaf(id, { sums: sha256Hex(sums) })], by, { expires }).files;
}

test('readers can check the proof', async () => {
  const { status, value } = await ask();
  expect(status).toBe(200);
  const keys: [] = [];
  const { model, checkpoint } = checkProof(value, { keys }, { id, now: new Date() });
  expect([model.id, checkpoint.origin]).toEqual([id, LOG_NAME]);
});

test('the log of the day before still proves a model that has not changed since', async () => {
  put((await ask()).value.sums);
  expect((await ask()).status).toBe(200);
  put('other files');
  const { status, value } = await ask();
  expect([status, value.error]).toEqual([503, expect.stringContaining('not of the same day just now')]);
});

test('a hub without a log serves none of its files', async () => {
  files.clear();
  const { status, headers } = (await hub()({
    method: 'GET',
    target: '/log/checkpoint',
    headers: [],
    body: undefined,
  }))!;
  expect([status, new Map(headers).get('x-error-code')]).toEqual([404, 'NoLog']);
});

test('the refusal says whether the log is missing or has expired', async () => {
  files.clear();
  expect(await ask()).toEqual({ status: 404, value: { error: expect.stringContaining('keeps no log yet') } });
  put('', undefined, '2026-01-01T00:00:00Z');
  expect(await ask()).toEqual({
    status: 503,
    value: { error: expect.stringContaining('good until 2026-01-01T00:00:00Z') },
  });
});

test('a log whose files contradict each other proves nothing, and the operator gets a notice', async () => {
  const size = /\n(\d+)\n/.exec(Buffer.from(files.get('checkpoint')!).toString())![1];
  const tile = `tile/0/000.p/${size}`;
  files.set(
    tile,
    files.get(tile)!.map((byte, at) => (at === 0 ? byte ^ 1 : byte)),
  );
  expect((await ask()).status).toBe(500);
  files.delete(tile);
  expect((await ask()).status).toBe(500);
  expect(faults.map((error) => (error as Error).message)).toEqual([
    expect.stringContaining(`The log proves nothing of ${id}.`),
    `${tile} is missing from the log.`,
  ]);
});
