// Tests that this version opens HUB_DATA and HUB_DIST of earlier versions. Also tests that exports and logs of earlier
// versions, and other people's copies of them, continue with a further day (content/docs/upgrading.md).
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { openObjectStore } from '../../generator/days/object-store.ts';
import { readPointer } from '../../generator/days/pointer.ts';
import { filesIn, readHead } from '../../generator/log/log-folder.ts';
import { beginsWith } from '../../src/log/checked-tiles.ts';
import type { CatalogObject } from '../../src/shapes/objects.ts';
import { startHubStandIn } from '../crawl/hub-stand-in.ts';
import { type Served, serveHub } from '../faults/hub-command.ts';
import { inAll } from '../fixtures/in-all.ts';
import { models } from '../fixtures/rows.ts';
import { VERSIONS, type Version } from '../fixtures/upgrades/old-code.ts';
import { ALICE, ASIDE, CARD, CRAWLED, NOTE, REAL, RULES, WANTED, WITHDRAWN } from '../fixtures/upgrades/people.ts';
import { OldHub } from './old-hub.ts';

/** The days in the hub of each version. */
const DAYS: Record<Version, string[]> = {
  fee9de5: ['2026-11-21', '2026-11-20'],
  f2d21a1b: ['2026-11-22', '2026-11-21', '2026-11-20'],
};

/** Returns the current answers of the hub at `url` to the paths whose answers must stay. */
async function kept({ facts }: OldHub, url: string) {
  const answers = Object.keys(facts.answers).map(async (path) => {
    const answer = await fetch(url + path, { redirect: 'manual' });
    const told = { status: answer.status, location: answer.headers.get('location'), text: await answer.text() };
    return [path, told] as const;
  });
  return Object.fromEntries(await Promise.all(answers));
}

async function forOneTest(version: Version): Promise<OldHub> {
  const hub = await OldHub.open(version);
  onTestFinished(() => hub.remove());
  return hub;
}

/** Makes a folder with the files of `REAL`, the only model whose bytes the test has. */
function realFolder(hub: OldHub): string {
  mkdirSync(hub.at('real'), { recursive: true });
  writeFileSync(hub.at('real/note.txt'), NOTE);
  return hub.at('real');
}

describe('without a build', () => {
  test('serve answers from a tree of f2d21a1b', async () => {
    const hub = await forOneTest('f2d21a1b');
    const served = await serveHub(hub.env);
    onTestFinished(() => served.stop());
    expect(await kept(hub, served.url)).toEqual(hub.facts.answers);
    // This version has a newer format of the search index, so search answers only after the first build.
    const search = await fetch(`${served.url}/api/models?search=bert`);
    expect([search.status, await search.text()]).toEqual([503, expect.stringContaining('model-hub build')]);
  });
});

for (const version of VERSIONS)
  describe(`of ${version}, after npm start and a further day`, inAll(), () => {
    let hub: OldHub;
    let served: Served;
    /** The report on the days before the further one. */
    let aside: string;
    beforeAll(async () => {
      hub = await OldHub.open(version);
      served = await serveHub(hub.env, undefined, 'start');
      aside = await hub.run(['status']);
      await hub.import('2026-11-24', [REAL, models.bert, models.thin, models.seer, models.unique, models.mixed]);
      await hub.run(['build']);
    }, 300_000);
    afterAll(async () => {
      await served?.stop();
      hub?.remove();
    });

    test('answers stay as they were', async () => {
      expect(await kept(hub, served.url)).toEqual(hub.facts.answers);
    });

    test('every day exists, and every object of it is whole', async () => {
      const { days } = JSON.parse(await hub.run(['status', '--json'])) as { days: { snapshot: string }[] };
      expect(days.map(({ snapshot }) => snapshot)).toEqual(['2026-11-24', ...DAYS[version]]);
      await hub.run(['archive', 'verify']);
    });

    test('people are still signed in, and find what they saved', async () => {
      const headers = { Authorization: `Bearer ${hub.facts.token}` };
      const account = await (await fetch(`${served.url}/api/account/me`, { headers })).json();
      expect(account).toMatchObject({ did: ALICE.did, saved: ALICE.saved, wallet: ALICE.wallet });
      expect(await hub.run(['status', '--wanted'])).toContain(WANTED);
    });

    test('published objects exist, and files can be verified', async () => {
      const answer = await fetch(`${served.url}/api/v1/objects/${hub.facts.published}`);
      expect([answer.status, await answer.text()]).toEqual([200, NOTE]);
      await hub.run(['verify', realFolder(hub), '--model', REAL.id]);
    });

    if (version !== 'fee9de5')
      describe('with a log', () => {
        test('a withdrawn model stays away, and a day kept aside is kept aside', async () => {
          const answer = await fetch(`${served.url}/api/models/${WITHDRAWN.id}`);
          expect([answer.status, await answer.text()]).toEqual([451, expect.stringContaining(WITHDRAWN.reason)]);
          expect(aside).toContain(`${ASIDE.day} is kept aside`);
        });

        const key = () => ['--key', hub.facts.verifier!];

        test('the log continues behind every leaf that it had', async () => {
          const old = await forOneTest(version);
          const [before, now] = [readHead(old.at('dist/log'))!, readHead(hub.at('dist/log'))!];
          expect(now.size).toBeGreaterThan(before.size);
          expect(await beginsWith([filesIn(hub.at('dist/log'))], now, before)).toBe(true);
        });

        test('an old proof is valid for its own day, and there is a proof of today', async () => {
          const folder = realFolder(hub);
          const then = ['--proof', hub.at('proof.json'), '--at', hub.facts.made];
          await hub.run(['verify', folder, '--model', REAL.id, ...then, ...key()]);
          await hub.run(['verify', folder, '--model', REAL.id, '--proof', served.url, ...key()]);
        });

        test('an export is continued, and loses everything that is outdated', { timeout: 300_000 }, async () => {
          const state = () => readFileSync(hub.at('export/.export/state.json'), 'utf8');
          // A release before recorded the log too, which stays.
          const files = () => (JSON.parse(state()) as { files: [string][] }).files.map(([path]) => path);
          const paths = () => files().filter((path) => !path.startsWith('log/'));
          const before = paths();
          await hub.run(['export', hub.at('export')]);
          const now = new Set(paths());
          expect(before.filter((path) => !now.has(path) && existsSync(hub.at('export', path)))).toEqual([]);
          const [sums] = Object.entries(hub.facts.answers).find(([path]) => path.endsWith('SHA256SUMS'))!;
          expect(readFileSync(hub.at('export', sums), 'utf8')).toBe(hub.facts.answers[sums]!.text);
        });

        test('a crawl remembers what it has read, and withdrawn cards stay away', async () => {
          const files = { 'README.md': CARD, 'config.json': '{}' };
          const upstream = await startHubStandIn(CRAWLED.map((id) => ({ id, files })));
          onTestFinished(() => upstream.close());
          writeFileSync(hub.at('index.yaml'), RULES);
          const words = ['index', ...CRAWLED, '--day', '2026-11-25', '--rules', hub.at('index.yaml')];
          await hub.run(words, { HUB_SOURCE_SRCA: upstream.url });
          expect(upstream.asked.filter((line) => line.includes('config.json'))).toEqual([]);
          const { catalog } = readPointer(hub.at('data'))!;
          const day = JSON.parse(openObjectStore(hub.at('data/objects')).get(catalog)) as Pick<CatalogObject, 'models'>;
          expect(CRAWLED.map((id) => day.models[id]!.card !== undefined)).toEqual([true, false]);
        });
      });
  });
