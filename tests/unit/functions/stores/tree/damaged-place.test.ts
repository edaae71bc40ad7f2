// Tests a remote store that sends wrong bytes for a while: they are never served and never kept, and one notice
// reports them.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, inject, test } from 'vitest';
import { askedStore } from '../../../../../functions/stores/bytes/bucket-store.ts';
import type { CurrentTree } from '../../../../../functions/stores/tree/current-tree.ts';
import { FileCache } from '../../../../../functions/stores/tree/file-cache.ts';
import { followRemoteTree } from '../../../../../functions/stores/tree/remote-tree.ts';
import { CURRENT, StoreAway } from '../../../../../src/tree/store.ts';
import { storeFiles } from '../../../../fixtures/hub.ts';

type Damage = (bytes: Uint8Array, start: number, all: number) => { bytes: Uint8Array; told: string };

const told = (start: number, length: number, all: number) => `bytes ${start}-${start + length - 1}/${all}`;
const half = (bytes: Uint8Array) => bytes.subarray(0, Math.ceil(bytes.length / 2));
const whole: Damage = (bytes, start, all) => ({ bytes, told: told(start, bytes.length, all) });
const damages: [string, Damage][] = [
  ['half of a part, told as the part', (bytes, start, all) => ({ ...whole(bytes, start, all), bytes: half(bytes) })],
  ['half of a part, told as such', (bytes, start, all) => whole(half(bytes), start, all)],
  ['half of a part, told as the end', (bytes, start) => whole(half(bytes), start, start + half(bytes).length)],
  [
    'other bytes',
    (bytes, ...place) =>
      whole(
        bytes.map((byte) => byte ^ 1),
        ...place,
      ),
  ],
];

const notices: string[] = [];
let folder = '';
let followed: CurrentTree | undefined;
let damage = whole;
afterEach(() => {
  followed?.stop();
  rmSync(folder, { recursive: true });
});

const files = storeFiles(inject('fixture').dist);

async function ask(name: string, init: RequestInit): Promise<Response> {
  const all = files.get(name);
  if (!all) return new Response(null, { status: 404 });
  if (init.method === 'HEAD') return new Response(null, { headers: { 'Content-Length': String(all.length) } });
  const [, start, last] = /^bytes=(\d+)-(\d+)$/.exec(new Headers(init.headers).get('range') ?? '') ?? [];
  const from = Number(start ?? 0);
  const { bytes, told } = (name === CURRENT ? whole : damage)(
    new Uint8Array(all.subarray(from, last === undefined ? undefined : Number(last) + 1)),
    from,
    all.length,
  );
  const headers = { 'Content-Length': String(bytes.length), ...(start !== undefined && { 'Content-Range': told }) };
  return new Response(new Uint8Array(bytes), { status: start === undefined ? 200 : 206, headers });
}

async function follow() {
  const store = askedStore('the bucket', ask);
  const onNotice = (sentence: string) => void notices.push(sentence);
  const cache = new FileCache({ folder, most: 2 ** 30, onFault: onNotice });
  followed = await followRemoteTree({
    place: { address: 'the bucket', store, site: store, lookEveryMs: 60_000 },
    ...{ cache, onNotice },
  });
  return followed.get()!;
}

test.each(damages)('%s', async (_, given) => {
  folder = mkdtempSync(join(tmpdir(), 'model-hub-damaged-'));
  notices.length = 0;
  damage = whole;
  const tree = await follow();
  const rows = async () => (await tree.search()).rows([0, 1, 2]);
  const answer = () => tree.text('models/acme/tiny-bert/api/models/acme/tiny-bert/index.json');
  damage = given;
  for (const read of [rows, answer, rows, answer]) await expect(read()).rejects.toThrow(StoreAway);
  expect(notices.length).toBeLessThan(2);
  damage = whole;
  expect((await rows()).map((row) => JSON.parse(Buffer.from(row).toString()).id)).toHaveLength(3);
  expect(await answer()).toContain('acme/tiny-bert');
  followed!.stop();
  const again = await follow();
  expect(await (await again.search()).rows([0, 1, 2])).toEqual(await rows());
});
