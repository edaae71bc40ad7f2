// Tests that the feeds report changes, with any text.
import { expect, test } from 'vitest';
import { atomText, feedDocuments, revisionFeed } from '../../../src/dialects/discovery/feeds.ts';
import type { ModelPage } from '../../../src/model-page/model-page.ts';
import type { DayChanges } from '../../../src/shapes/changes.ts';
import { CHANGES_FORMAT } from '../../../src/shapes/formats.ts';

const [from, to] = ['a'.repeat(64), 'b'.repeat(64)];
const changes: DayChanges = {
  format: CHANGES_FORMAT,
  date: '2026-11-19',
  catalog: `blake3:${from}`,
  prev: null,
  prev_date: '2026-11-18',
  counts: { added: 1, removed: 0, unlisted: 0, relisted: 0, revised: 1, rewritten: 2, rewritten_in_place: 1 },
  list_limit: 1000,
  added: ['acme/new'],
  removed: [],
  unlisted: [],
  relisted: [],
  models: {},
  revised: [{ id: 'acme/old', from: '1'.repeat(40), to: '2'.repeat(40), files: { added: 0, changed: 1, removed: 0 } }],
  rewritten: [
    { id: 'acme/old', path: 'a.bin', from, to, in_place: false, size: 2, size_before: 1 },
    { id: 'acme/quiet', path: '<&>.bin', from, to, in_place: true, size: 2, size_before: 1 },
  ],
};
const facts = { baseUrl: 'https://hub.example', snapshot: '2026-11-20', service: { name: 'Acme & Sons' } };
const made = feedDocuments(facts, [changes]);
const textOf = (file: string) => made.find(({ path }) => path.endsWith(file))!.text;

test('a new model and a new revision are entries with their day', () => {
  const text = textOf('new.xml');
  expect(text).toMatch(
    /<title>acme\/new<\/title><id>https:\/\/hub\.example\/models\/acme\/new\/#added-2026-11-19<\/id>.*<title>acme\/old at 222222222222<\/title>/s,
  );
  expect(text).toContain('At a new revision since 2026-11-19: 222222222222, before 111111111111.');
  expect(text).toContain('<updated>2026-11-19T00:00:00Z</updated>');
  expect(text).toContain('<title>Acme &amp; Sons: new models</title>');
  expect(text).toContain('<author><name>Acme &amp; Sons</name></author>');
});

test('bytes that changed at the same revision come first, and no path becomes markup', () => {
  expect(textOf('bytes.xml')).toMatch(
    /<title>acme\/quiet: &lt;&amp;&gt;\.bin<\/title>.*the same revision still.*<title>acme\/old: a\.bin<\/title>/s,
  );
});

test('a feed without entries has the day of the index, and contains no character that XML forbids', () => {
  const [empty] = feedDocuments(facts, []);
  expect(empty!.text).toContain('<updated>2026-11-20T00:00:00Z</updated>');
  const text = atomText({ title: 'a\u0001\ud800b', about: '', page: '', self: 'a', entries: [], made: '' }, 'Hub');
  expect(text).toContain('<title>Hub: a\ufffdb</title>');
});

test('a model has an entry for each revision with a known day, with what changed', () => {
  const [now, before] = ['1'.repeat(40), '2'.repeat(40)];
  const model = {
    id: 'acme/old',
    revision: now,
    object: `blake3:${to}`,
    indexed: '2026-01-01',
    files: [{ path: 'a.bin', size: 2, sha256: to }],
    history: [
      {
        object: `blake3:${to}`,
        revision: now,
        day: '2026-01-03',
        files: 1,
        bytes: 2,
        since: { changed: { files: 1, first: ['a.bin'] } },
      },
      { object: `blake3:${from}`, revision: before, files: 1, bytes: 1 },
    ],
  } as unknown as ModelPage;
  const { history: _, ...young } = model;
  const [told, first] = [model, young as ModelPage].map((one) => revisionFeed(one, 'https://hub.example').entries);
  expect(told).toEqual([
    {
      id: `https://hub.example/models/acme/old/#blake3:${to}`,
      url: 'https://hub.example/models/acme/old/',
      title: 'acme/old at 111111111111',
      updated: '2026-01-03T00:00:00Z',
      summary: '1 file changed: a.bin. 1 file, 2 B.',
    },
  ]);
  expect(first).toMatchObject([{ updated: '2026-01-01T00:00:00Z', summary: 'New in the index: 1 file, 2 B.' }]);
});
