// Tests a model of very many small files, each of which costs a request: the run still reads the other models.
import { expect, test } from 'vitest';
import { crawlFolder, hubOfTest } from './crawl-folder.ts';

const IDS = ['acme/many', 'acme/one', 'acme/two'];
const NO_BOUND = { under_way: 1 };

/**
 * Starts a hub with a model of `files` files and two models of one file. `asked` counts the requests for the files of
 * the first model.
 */
async function hubWith(files: number) {
  const hub = await hubOfTest([
    { id: 'acme/many', files: Object.fromEntries(Array.from({ length: files }, (_, at) => [`f${at}.txt`, `${at}`])) },
    { id: 'acme/one', files: { 'config.json': '{}' } },
    { id: 'acme/two', files: { 'config.json': '[]' } },
  ]);
  const place = crawlFolder(hub);
  const asked = () => hub.requests('acme/many/resolve/').length;
  const listed = () => place.listed();
  return { place, asked, listed };
}

test('a model whose files take more requests than allowed is left out, and later runs continue with it', async () => {
  const { place, asked, listed } = await hubWith(50);
  const rules = { most: { ...NO_BOUND, requests: 100, requests_of_a_model: 20 }, unreached_percent: 50 };
  const { crawl } = await place.crawl({ ids: IDS, rules });
  const reason = 'its files take more than 20 requests: the next run goes on with them';
  expect(crawl!.notes).toEqual([{ id: 'acme/many', kind: 'unreached', reason }]);
  expect(asked()).toBe(20);
  expect(listed()).toEqual(['acme/one', 'acme/two']);
  await place.crawl({ day: '2026-01-02', ids: IDS, rules });
  await place.crawl({ day: '2026-01-03', ids: IDS, rules });
  expect(place.day()!.model('acme/many').files).toHaveLength(50);
  expect(asked()).toBe(50);
});
