// Tests that after any failure the current day is the old one or a correct new one, and that a good run repairs it.
// @module-tag all
import { hash } from 'node:crypto';
import process from 'node:process';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type CrawlFolder, crawlFolder } from './crawl-folder.ts';
import { type HubStandIn, revisionOf, type StandInModel, startHubStandIn } from './hub-stand-in.ts';
import { type ScopeModel, startScopeStandIn } from './scope-stand-in.ts';
import type { Trouble } from './stand-in.ts';

/** The number of random schedules of faults; the environment variable CRAWL_SCHEDULES changes it. */
const RUNS = Number(process.env.CRAWL_SCHEDULES ?? 15);

const TROUBLES: Trouble[] = [
  { status: 429, headers: { 'Retry-After': '0' } },
  { status: 429 },
  { status: 500 },
  { status: 503, body: '' },
  { cutAt: 1 },
  { body: 'other bytes' },
  { body: '[]' },
  { body: '' },
  { headers: { RateLimit: '"x";r=0;t=0' } },
];

/** The models at the second source, which has another LICENSE for the first model. */
const elsewhere = (models: StandInModel[]): ScopeModel[] =>
  models.map(({ id, files }, at) => ({ id, files: at === 0 ? { ...files, LICENSE: 'another text' } : files }));

const edition = (number: number): StandInModel[] =>
  Array.from({ length: 6 }, (_, at) => ({
    id: `acme/m${at}`,
    files: {
      LICENSE: 'one text for all',
      'config.json': `{"model":${at},"edition":${at % 2 === 0 ? number : 0}}`,
      'model.safetensors': `weights ${at} ${number}`,
    },
    large: ['model.safetensors'],
  }));

/** Makes about one answer in `oneIn` fail. The target, the attempt and the seed decide which answer fails, and how. */
function schedule(seed: number, oneIn: number): HubStandIn['trouble'] {
  return (target, attempt) => {
    const dice = Number.parseInt(hash('sha256', `${seed} ${target} ${attempt}`).slice(0, 8), 16);
    return dice % oneIn === 0 ? TROUBLES[Math.floor(dice / oneIn) % TROUBLES.length] : undefined;
  };
}

/** Expects that the files of each current model have the hashes of the model's bytes at its revision. */
function expectRight(place: CrawlFolder, editions: StandInModel[][]): void {
  const day = place.day();
  if (!day) return;
  const known = new Map(editions.flat().map((model) => [`${model.id} ${revisionOf(model)}`, model]));
  for (const { id } of day.rows) {
    const { revision, files } = day.model(id);
    const second = day.sources(id).find(({ source }) => source === 'srcb');
    expect(second?.files ?? []).not.toContain(id === 'acme/m0' ? 'LICENSE' : undefined);
    if (id === 'acme/m0' && second) expect(second.files).toBeDefined();
    const told = known.get(`${id} ${revision}`)!;
    expect(told, `${id} ${revision}`).toBeDefined();
    expect(Object.fromEntries(files.map(({ path, sha256 }) => [path, sha256]))).toEqual(
      Object.fromEntries(Object.entries(told.files).map(([path, content]) => [path, hash('sha256', content)])),
    );
  }
}

/** Expects that the second source has every file except the LICENSE of the first model, which is reported to differ. */
function expectWhole(place: CrawlFolder, day: string): void {
  for (const { id, hub } of place.day()!.rows) {
    if (hub.listed === false) continue;
    const second = place.sourceOf(id, 'srcb')!;
    if (id !== 'acme/m0') expect(second).not.toHaveProperty('files');
    else {
      expect(second.files).toHaveLength(2);
      expect(second.differs).toMatchObject([{ path: 'LICENSE', sha256: hash('sha256', 'another text') }]);
      expect(second.differs![0]!.seen! <= day).toBe(true);
    }
  }
}

test(`the day is right after each of ${RUNS} schedules of faults`, { timeout: RUNS * 10_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(fc.nat(), fc.constantFrom(2, 3, 5, 9), async (seed, oneIn) => {
      const [first, second] = [edition(1), edition(2)];
      const hub = await startHubStandIn(first);
      const scope = await startScopeStandIn(elsewhere(first));
      try {
        const place = crawlFolder(hub, { HUB_SOURCE_SRCB: scope.url });
        const rules = { others: [{ source: 'srcb' }] };
        const ids = first.map(({ id }) => id);
        for (const [at, models] of [first, second].entries()) {
          hub.models = models;
          scope.models = elsewhere(models);
          const day = `2026-01-0${at + 1}`;
          hub.trouble = schedule(seed + at, oneIn);
          scope.trouble = schedule(seed - at, oneIn);
          await place.crawl({ day, ids, rules }).catch(() => undefined);
          expectRight(place, [first, second]);
          hub.trouble = scope.trouble = () => undefined;
          await place.crawl({ day, ids, rules });
          expectRight(place, [models]);
          expectWhole(place, day);
          expect(place.day()!.rows.filter(({ hub: { listed } }) => listed !== false).length).toBe(models.length);
        }
      } finally {
        hub.close();
        scope.close();
      }
    }),
    { numRuns: RUNS },
  );
});
