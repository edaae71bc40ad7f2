// Tests an earlier version and this version at the same time, over one PostgreSQL and one HUB_DIST. On a machine
// without the code of the earlier version, `statements.test.ts` still replays its database statements.
// @module-tag all
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { postgresDatabases } from '../accounts/stores.ts';
import { type Served, serveHub } from '../faults/hub-command.ts';
import { needs } from '../fixtures/needs.ts';
import { models } from '../fixtures/rows.ts';
import { oldCodeMissing, programOf } from '../fixtures/upgrades/old-code.ts';
import { ALICE, REAL } from '../fixtures/upgrades/people.ts';
import { OldHub } from './old-hub.ts';

const version = 'f2d21a1b';
const postgres = postgresDatabases();
const missing = oldCodeMissing(version) ?? postgres.missing;
const { bert } = models;

let hub: OldHub;
let [old, now]: Served[] = [];
beforeAll(async () => {
  if (missing !== undefined) return;
  await postgres.start();
  const { database } = postgres.fresh();
  hub = await OldHub.open(version);
  hub.env.HUB_DATABASE = database.kind === 'postgres' ? database.url.reveal() : '';
  old = await serveHub(hub.env, programOf(version));
  now = await serveHub(hub.env);
}, 120_000);
afterAll(async () => {
  await Promise.all([old?.stop(), now?.stop()]);
  hub?.remove();
  if (missing === undefined) await postgres.stop();
});

const account = (served: Served, path: string, body?: object) =>
  fetch(`${served.url}/api/account/${path}`, {
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
    headers: { Authorization: `Bearer ${hub.facts.token}`, 'Content-Type': 'application/json' },
  }).then((answer) => answer.json());
const statusAt = async (served: Served) => (await fetch(`${served.url}/api/models/${bert.id}`)).status;

test('a model that a person saves with one version is saved for the other', needs(missing), async () => {
  await account(old!, 'saved', { model: bert.id });
  await account(now!, 'saved', { model: REAL.id });
  const saved = { did: ALICE.did, saved: [REAL.id, bert.id] };
  expect(await account(old!, 'me')).toMatchObject(saved);
  expect(await account(now!, 'me')).toMatchObject(saved);
});

test('a withdrawn model is refused by this version at once, and the earlier version keeps the tree that it can read', {
  ...needs(missing),
  timeout: 300_000,
}, async () => {
  expect([await statusAt(old!), await statusAt(now!)]).toEqual([200, 200]);
  await hub.run(['withdraw', bert.id, '--reason', 'a court order']);
  await vi.waitFor(async () => expect([await statusAt(old!), await statusAt(now!)]).toEqual([200, 451]), 20_000);
});
