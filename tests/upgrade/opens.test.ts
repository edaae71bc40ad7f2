// What earlier versions wrote is opened by this one: their HUB_DATA and HUB_DIST, exports, logs and what others keep of
// these go on with a further day. content/docs/upgrading.md promises it.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { type Served, serveHub } from '../faults/hub-command.ts';
import { models } from '../fixtures/rows.ts';
import { VERSIONS } from '../fixtures/upgrades/old-code.ts';
import { ALICE, WANTED } from '../fixtures/upgrades/people.ts';
import { OldHub } from './old-hub.ts';

const NEXT = '2026-11-24';

/** Every answer of the earlier version that is to stay, as this one gives it. */
async function kept({ facts }: OldHub, url: string) {
  const answers = Object.keys(facts.answers).map(async (path) => {
    const answer = await fetch(url + path, { redirect: 'manual' });
    const location = answer.headers.get('location');
    return [path, { status: answer.status, location, text: await answer.text() }] as const;
  });
  return Object.fromEntries(await Promise.all(answers));
}

describe.each(VERSIONS)('of %s', (version) => {
  let hub: OldHub;
  let served: Served;
  const ask = (path: string, init?: RequestInit) => fetch(served.url + path, init);

  beforeAll(async () => {
    hub = await OldHub.open(version);
    const rows = [models.bert, models.thin, models.seer, models.unique, models.mixed];
    writeFileSync(hub.at('rows.jsonl'), rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
    for (const words of [['import', hub.at('rows.jsonl'), '--day', NEXT], ['build']])
      expect(await hub.run(...words)).toMatchObject({ code: 0 });
    served = await serveHub(hub.env);
  }, 300_000);
  afterAll(async () => {
    await served?.stop();
    hub?.remove();
  });

  test('answers stay what they were', async () => {
    expect(await kept(hub, served.url)).toEqual(hub.facts.answers);
  });

  test('every day is read, and every file of the new tree is right', async () => {
    const status = JSON.parse((await hub.run('status', '--json')).out) as { days: { day: string }[] };
    expect(status).toMatchObject({});
    for (const words of [['archive', 'verify'], ['build', '--check']])
      expect(await hub.run(...words)).toMatchObject({ code: 0 });
  });

  test('people are signed in, and find what they saved', async () => {
    const headers = { Authorization: `Bearer ${hub.facts.token}` };
    const account = await (await ask('/api/account/me', { headers })).json();
    expect(account).toMatchObject({ did: ALICE.did, saved: ALICE.saved, wallet: ALICE.wallet });
    expect((await hub.run('status', '--wanted')).out).toContain(WANTED);
  });

  test('published objects are there', async () => {
    const answer = await ask(`/api/v1/objects/${hub.facts.published}`);
    expect([answer.status, await answer.text()]).toEqual([200, 'Published by an earlier version.\n']);
  });
});
