// Tests the picture that other sites show beside a link to a page: it exists in the usual size of previews.
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { TASKS_WITH_WORDS } from '../../src/nouns/tasks.ts';
import { fileOf } from '../../src/table/route.ts';
import { routes } from '../../src/table/routes.ts';
import { fakeHub } from './fake-hub.ts';
import { type Site, startSite } from './site.ts';

const folder = fileURLToPath(new URL('../../public/', import.meta.url));
const MOST = 25_000;

const sizeOf = (png: Buffer) => [png.toString('latin1', 1, 4), png.readUInt32BE(16), png.readUInt32BE(20)];

describe('the pictures', () => {
  test('there is a picture for each task that has words, and no other picture', () => {
    const names = readdirSync(`${folder}docs/pictures`).sort();
    expect(names).toEqual(TASKS_WITH_WORDS.map((task) => `${task}.png`).sort());
  });

  const files = [fileOf(routes.socialImage, {}), ...TASKS_WITH_WORDS.map((task) => fileOf(routes.taskImage, { task }))];
  test.each(files)('%s is small and of the usual size', (file) => {
    const png = readFileSync(folder + file);
    expect(sizeOf(png)).toEqual(['PNG', 1200, 630]);
    expect(png.length).toBeLessThanOrEqual(MOST);
  });
});

describe('a page', () => {
  let site: Site;
  beforeAll(async () => {
    site = await startSite(fakeHub());
  }, 120_000);
  afterAll(() => site.close());

  // The page of a made-up model with the task fill-mask.
  const model = '/models/Northlight/quill-base-uncased/';
  test.each<[path: string, picture: string, address?: string]>([
    ['/', 'social.png'],
    ['/models/', 'social.png'],
    ['/archive/', 'social.png'],
    ['/docs/quickstart/', 'social.png'],
    ['/registry', 'social.png', '/registry/'],
    [model, 'docs/pictures/fill-mask.png'],
  ])(
    '%s names %s and the other metadata of link previews, with absolute addresses',
    async (path, picture, address = path) => {
      const page = await (await fetch(site.baseUrl + path)).text();
      const metas = new Map(
        Array.from(page.matchAll(/<meta (?:property|name)="((?:og|twitter):[^"]+)" content="([^"]+)"/g), (found) => [
          found[1],
          found[2],
        ]),
      );
      for (const name of ['og:title', 'og:description', 'og:image:alt']) expect(metas.get(name), name).toBeTruthy();
      expect(metas.get('twitter:card')).toBe('summary_large_image');
      expect(metas.get('og:url')).toBe(`http://hub.example:4321${address}`);
      expect(page).toContain(`<link rel="canonical" href="http://hub.example:4321${address}"`);
      expect(metas.get('og:image')).toBe(`http://hub.example:4321/${picture}`);
      const sent = await fetch(`${site.baseUrl}/${picture}`);
      expect(sizeOf(Buffer.from(await sent.arrayBuffer()))).toEqual(['PNG', 1200, 630]);
    },
  );
});
