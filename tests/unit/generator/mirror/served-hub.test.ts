// Mirrors a served hub with the command `mirror`, and compares the answers of the mirror's tree with those of the
// hub.

import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { refusalAnswer } from '../../../../functions/answers/refusal-answer.ts';
import { openTree } from '../../../../functions/stores/tree/node-tree.ts';
import { atWithdrawals } from '../../../../generator/accounts/withdrawals.ts';
import { formatVerifierKey } from '../../../../src/log/note.ts';
import type { Address } from '../../../../src/nouns/address.ts';
import { readConfig } from '../../../../src/service/config.ts';
import { refuse } from '../../../../src/table/refusals.ts';
import { treePath } from '../../../../src/table/route.ts';
import { routes } from '../../../../src/table/routes.ts';
import { buildFrom, type Places } from '../../../fixtures/hub.ts';
import { parsedCommand } from '../../../fixtures/parsed-command.ts';
import { logOf, modelLeaf, ORIGIN, signer } from '../../log/memory-log.ts';
import { type ObjectHub, startObjectHub } from '../objects/object-hub.ts';

const bin = join(import.meta.dirname, '../../../../generator/bin.mjs');
const folder = mkdtempSync(join(tmpdir(), 'model-hub-mirrored-'));
const places = inject('fixture');
let hub: ObjectHub;

beforeAll(async () => {
  hub = await startObjectHub(places.dist);
});
afterAll(() => {
  hub.close();
  rmSync(folder, { recursive: true, force: true });
});

const here = { data: join(folder, 'here/data'), dist: join(folder, 'here/dist') };

const run = (...args: string[]) => runAt(here, ...args);

function runAt({ data, dist }: Places, ...args: string[]): Promise<{ code: number; out: string; err: string }> {
  const env = { ...process.env, HUB_DATA: data, HUB_DIST: dist };
  return new Promise((resolve) =>
    execFile(process.execPath, [bin, ...args], { env }, (error, out, err) =>
      resolve({ code: error ? Number(error.code) : 0, out, err }),
    ),
  );
}

test('every day is copied completely', async () => {
  const { code, out, err } = await run('mirror', hub.url, '--json');
  expect([code, err]).toEqual([0, '']);
  const { mirrored } = JSON.parse(out) as { mirrored: { snapshot: string; changed: boolean; days: number } };
  expect(mirrored).toMatchObject({ changed: true, days: 2 });
  expect(readFileSync(join(here.data, 'index.json'), 'utf8')).toBe(
    readFileSync(join(places.data, 'index.json'), 'utf8'),
  );
  expect(await run('archive', 'verify')).toMatchObject({ code: 0, out: expect.stringContaining('is whole') as string });
  expect(await run('mirror', hub.url)).toMatchObject({ code: 0, out: expect.stringContaining('Up to date') as string });
});

test('a model that this hub has withdrawn is counted in the report, and the day stays', async () => {
  const config = readConfig({ HUB_DATA: here.data });
  const one = { model: 'acme/tiny-bert', status: 451, reason: 'a court order', day: '2026-11-20' } as const;
  await atWithdrawals(config, (desk) => desk.withdraw(one));
  const said = '1 model of it withdrawn here, which the build leaves out.';
  expect((await run('mirror', hub.url)).out).toContain(said);
  await atWithdrawals(config, (desk) => desk.lift(one.model));
  expect((await run('mirror', hub.url)).out).not.toContain(said);
});

test('a tree of the mirrored day gives the same answers', async () => {
  const { catalog } = JSON.parse(readFileSync(join(here.data, 'index.json'), 'utf8')) as { catalog: never };
  await buildFrom(here, catalog, []);
  const [there, mirrored] = [openTree(places.dist), openTree(here.dist)];
  for (const id of ['acme/tiny-bert']) {
    const [owner, name] = id.split('/') as [string, string];
    for (const row of [routes.sha256sums, routes.model]) {
      const path = treePath(row, { owner, name });
      expect(await mirrored.text(path)).toBe(await there.text(path));
      expect(await mirrored.text(path)).not.toBeUndefined();
    }
  }
});

test('damage is found and reported, and mirroring the day again repairs it', async () => {
  const { catalog } = JSON.parse(readFileSync(join(here.data, 'index.json'), 'utf8')) as { catalog: string };
  rmSync(join(here.data, 'objects', catalog.slice(7, 9), catalog.slice(9)));
  const { code, out } = await run('archive', 'verify');
  expect(code).toBe(1);
  expect(out).toContain(catalog);
  expect((await run('mirror', hub.url)).code).toBe(0);
  expect((await run('archive', 'verify')).code).toBe(0);
});

test.each([
  [['mirror'], 'Name a hub to mirror, or a file with --to.'],
  [['mirror', 'hub.example'], 'named by an http(s) address'],
  [['mirror', 'https://hub.example', '--at', 'today'], '--at must be a day'],
  [['mirror', '--at', '2026-01-01', '--to', 'x.tar'], '--at goes with the URL'],
  [['import', 'days.tar', '--skip-invalid'], 'not --skip-invalid'],
  [['import', 'rows.jsonl', '--key', 'x'], '--key goes with a tar file'],
  [['import', '-', '--witness', 'x'], '--witness goes with a tar file'],
  [['import', 'rows.jsonl.gz', '--quorum', '1'], '--quorum goes with a tar file'],
  [['import', 'days.tar', '--key', 'x'], '--key "x" is no verifier key'],
  [
    ['import', 'days.tar', '--quorum', '1'],
    '--quorum must be a whole number, at most 0, the number of witnesses named',
  ],
  [['mirror', '--to', 'x.tar', '--key', 'x'], '--key goes with the URL'],
  [['mirror', '--to', 'x.zip'], '--to names a tar file, such as days.tar'],
])('the arguments %j are a usage error', async (args, sentence) => {
  const { code, err } = await parsedCommand(...args);
  expect(code).toBe(2);
  expect(err).toContain(sentence);
});

test('the error is one sentence for a hub that does not answer, and for an address without a hub', async () => {
  hub.trouble.answer = ({ target }) =>
    target.startsWith('/archive') ? { status: 200, headers: [], body: '{"days":[{}]}' } : undefined;
  const { code, err } = await run('mirror', hub.url);
  expect(code).toBe(1);
  expect(err).toContain('has no archive of days that this version reads');
  hub.trouble.answer = undefined;
});

test('a withdrawn model whose objects the other hub lacks is left out, and the report names it', async () => {
  const fresh = { data: join(folder, 'fresh/data'), dist: join(folder, 'fresh/dist') };
  const { catalog } = JSON.parse(readFileSync(join(places.data, 'index.json'), 'utf8')) as { catalog: Address };
  const at = join(places.data, 'objects', catalog.slice(7, 9), catalog.slice(9));
  const { models } = JSON.parse(readFileSync(at, 'utf8')) as { models: Record<string, { model: Address }> };
  const id = 'acme/tiny-bert';
  const lacks = ({ target }: { target: string }) => target.endsWith(models[id]!.model);
  hub.trouble.answer = (ask) =>
    lacks(ask) ? refusalAnswer(refuse('ObjectNotFound', { address: models[id]!.model }), 'objects') : undefined;
  const refused = await runAt(fresh, 'mirror', hub.url);
  expect([refused.code, refused.err]).toEqual([1, expect.stringContaining(`names for ${id}, and has not withdrawn`)]);
  const refusal = refuse('Withdrawn', { id, day: '2026-11-20', reason: 'une décision de justice' });
  hub.trouble.answer = (ask) => {
    if (lacks(ask)) return refusalAnswer(refuse('ObjectNotFound', { address: models[id]!.model }), 'objects');
    return ask.target === `/api/models/${id}` ? refusalAnswer(refusal, 'hub') : undefined;
  };
  const { code, out, err } = await runAt(fresh, 'mirror', hub.url);
  expect([code, out]).toEqual([0, expect.stringContaining(`  "${id}" was withdrawn on 2026-11-20: une décision de`)]);
  expect(err).not.toContain('has no object');
  expect(await runAt(fresh, 'archive', 'verify')).toMatchObject({ code: 0 });
  hub.trouble.answer = undefined;
});

test('a tar file contains the log, which is checked without a network', async () => {
  const own = mkdtempSync(join(folder, 'apart-'));
  const apart = { data: join(own, 'data'), dist: join(own, 'dist') };
  const { catalog } = JSON.parse(readFileSync(join(places.data, 'index.json'), 'utf8')) as { catalog: Address };
  const [by, other] = [signer(ORIGIN), signer(ORIGIN)];
  const { files } = logOf([modelLeaf('a/one')], by, { catalog });
  hub.trouble.answer = ({ target }) => {
    const bytes = files.get(target.replace(/^\/log\//, ''));
    return bytes && { status: 200, headers: [], body: bytes };
  };
  const tar = join(folder, 'days.tar');
  const keyOf = ({ key }: typeof by) => ['--key', formatVerifierKey(key)];
  const sent = await run('mirror', hub.url, '--to', tar, '--json');
  const logged = { origin: ORIGIN, size: 2 };
  expect(JSON.parse(sent.out)).toMatchObject({ mirrored: { log: logged }, written: { log: logged } });
  const refused = await runAt(apart, 'import', tar, ...keyOf(other));
  expect([refused.code, refused.err]).toEqual([1, expect.stringContaining('is not signed by the key of')]);
  const { code, out, err } = await runAt(apart, 'import', tar, ...keyOf(by), '--json');
  expect([code, err]).toEqual([0, '']);
  expect(JSON.parse(out)).toMatchObject({ mirrored: { days: 2, log: { ...logged, signed: ORIGIN } } });
  expect(readdirSync(join(apart.data, 'logs'))).toEqual([encodeURIComponent(new URL(hub.url).host)]);
  const line = `Its log ${ORIGIN} names the day, in 2 leaves; signed by the key of ${ORIGIN}.`;
  for (const from of [
    ['mirror', hub.url],
    ['import', tar],
  ])
    expect((await runAt(apart, ...from, ...keyOf(by))).out).toContain(line);
  // The days in this hub come from another hub, and this hub has not logged them yet.
  const unlogged = await runAt(apart, 'mirror', '--to', join(folder, 'again.tar'));
  expect([unlogged.code, unlogged.err]).toEqual([1, expect.stringContaining('run "model-hub build" first')]);
  hub.trouble.answer = undefined;
}, 120_000);
