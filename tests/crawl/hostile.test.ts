// Tests a crawl of models at an upstream that is hostile in a different way to each: a model is indexed whole, with
// the hash of every file, or left as it was with a sentence, and the next good day has them all.
import { hash } from 'node:crypto';
import { expect, test } from 'vitest';
import { inAll } from '../fixtures/in-all.ts';
import { crawlFolder, hubOfTest } from './crawl-folder.ts';
import { type HubStandIn, revisionOf, type StandInModel } from './hub-stand-in.ts';
import type { Trouble } from './stand-in.ts';

/** The number of entries on a page of a listing of files. Each model has eleven files. */
const PAGE = 5;

interface Asked {
  target: string;
  /** The number of times that the target was asked for, from 1. */
  attempt: number;
  hub: HubStandIn;
}

interface Hostility {
  name: string;
  /** The part of the targets that it concerns. */
  at: string;
  /** The fault of an answer. */
  does: (asked: Asked) => Trouble | undefined;
  /** The reason why the model stays as it was; absent if it is indexed whole all the same. */
  reason?: RegExp;
}

const always = (trouble: Trouble) => () => trouble;
const once =
  (trouble: Trouble) =>
  ({ attempt }: Asked) =>
    attempt === 1 ? trouble : undefined;
const linked = (to: string): Trouble => ({ headers: { Link: `<${to}>; rel="next"` } });
/** Gives the target of the page behind that of `target`; undefined for the last page. */
const behind = (target: string) => {
  const url = new URL(target, 'http://any');
  const at = Number(url.searchParams.get('cursor') ?? 0) + PAGE;
  url.searchParams.set('cursor', String(at));
  return at < 11 ? url.pathname + url.search : undefined;
};
const nextAt =
  (base: string) =>
  ({ target }: Asked) => {
    const next = behind(target);
    return next === undefined ? undefined : linked(base + next);
  };
const entry = (facts: object) => ({ body: JSON.stringify([{ type: 'file', path: 'a', size: 1, ...facts }]) });
const leadsTo = (to: string) => ({ status: 302, headers: { Location: to } });
const isPrivate = /is not asked: it leads to the private address \S+.*HUB_UPSTREAM_PRIVATE=on/;
const isCut = /^its listing is cut: it has \d+ files, and lacks \d+ of the model, such as file-\d+\.json$/;

const HOSTILITIES: Hostility[] = [
  ...['/revision/', '/tree/', '/resolve/'].flatMap((at) => [
    { name: '429 that says when', at, does: once({ status: 429, headers: { 'Retry-After': '0' } }) },
    { name: '503', at, does: once({ status: 503 }) },
    { name: 'an answer that is cut short', at, does: once({ cutAt: 3 }) },
  ]),
  { name: 'other bytes', at: '/resolve/', does: once({ body: 'other' }) },
  { name: 'a relative link', at: '/tree/', does: nextAt('') },
  { name: 'a link to another host', at: '/tree/', does: nextAt('https://hub.example') },
  { name: 'a link to a path of another host', at: '/tree/', does: nextAt('https://mirror.example/hub') },
  { name: 'a link to a private address', at: '/tree/', does: nextAt('http://169.254.169.254/latest') },
  { name: 'no link on a cut page', at: '/tree/', does: always({ headers: { Link: '' } }), reason: isCut },
  {
    name: 'a page that is cut short',
    at: '/tree/',
    does: ({ target }) => (target.includes('cursor=5') ? { body: '[]' } : undefined),
    reason: isCut,
  },
  { name: 'an empty listing', at: '/tree/', does: always({ body: '[]', headers: { Link: '' } }), reason: isCut },
  {
    name: 'a link away',
    at: '/tree/',
    does: always(linked('https://a.example/login')),
    reason: /leads out of the API/,
  },
  { name: 'a circle', at: '/tree/', does: ({ target }) => linked(target), reason: /leads back to its own page http/ },
  {
    name: 'a listing without an end',
    at: '/tree/',
    does: ({ target, hub }) => linked(`${target.split('&n=')[0]}&n=${hub.asked.length}`),
    reason: /^A listing has \d+ entries on 1\d\d pages, and a next page http/,
  },
  { name: 'no JSON', at: '/tree/', does: always({ body: '<html>' }), reason: /^its answer is not JSON$/ },
  {
    name: 'a deep text',
    at: '/revision/',
    does: always({ body: '['.repeat(100_000) }),
    reason: /not JSON|another shape/,
  },
  { name: 'no list', at: '/tree/', does: always({ body: '{}' }), reason: /another shape/ },
  { name: 'a malformed hash', at: '/tree/', does: always(entry({ oid: 'x' })), reason: /^it names no blob of a$/ },
  {
    name: 'a malformed size',
    at: '/tree/',
    does: always(entry({ size: -1, oid: '0'.repeat(40) })),
    reason: /^it states no size of a$/,
  },
  {
    name: 'a path above',
    at: '/tree/',
    does: always(entry({ path: '../x', oid: '0'.repeat(40) })),
    reason: /^has a path that holds the segment "\.\."$/,
  },
  {
    name: 'no list of its files',
    at: '/revision/',
    does: ({ target }) => ({
      body: JSON.stringify({ id: target.split('/').slice(3, 5).join('/'), sha: '0'.repeat(40) }),
    }),
    reason: /^it does not name the files of acme\/m\d+, so no listing is certain$/,
  },
  { name: '500', at: '/revision/', does: always({ status: 500 }), reason: /answers with 500, 6 times/ },
  {
    name: 'no gzip',
    at: '/revision/',
    does: always({ body: 'a text', headers: { 'Content-Encoding': 'gzip' } }),
    reason: /127\.0\.0\.1:\d+ gives no answer \(incorrect header check\), 6 times/,
  },
  { name: 'wrong bytes', at: '/resolve/', does: always({ body: 'wrong' }), reason: /are not those of its blob/ },
  { name: 'a redirect here', at: '/tree/', does: always(leadsTo('http://localhost:8001/')), reason: isPrivate },
  {
    name: 'a redirect to a mapped address',
    at: '/revision/',
    does: always(leadsTo('http://[::ffff:127.0.0.2]/')),
    reason: isPrivate,
  },
  {
    name: 'a redirect to a cloud',
    at: '/resolve/',
    does: always(leadsTo('http://169.254.169.254/')),
    reason: isPrivate,
  },
];

const hostilityOf = (at: number) => HOSTILITIES[at % HOSTILITIES.length]!;

const someModels = (count: number): StandInModel[] =>
  Array.from({ length: count }, (_, at) => ({
    id: `acme/m${at}`,
    files: Object.fromEntries(
      Array.from({ length: 11 }, (_, file) => [`file-${file}.json`, `{"model":${at},"file":${file}}`]),
    ),
    large: Array.from({ length: 10 }, (_, file) => `file-${file}.json`),
  }));

async function holds(count: number): Promise<void> {
  const hub = await hubOfTest(someModels(count));
  hub.treePage = PAGE;
  const place = crawlFolder(hub);
  const ids = hub.models.map(({ id }) => id);
  hub.trouble = (target, attempt) => {
    const at = /acme\/m(\d+)\//.exec(target)?.[1];
    const { at: part, does } = hostilityOf(Number(at ?? 0));
    return at !== undefined && target.includes(part) ? does({ target, attempt, hub }) : undefined;
  };
  const { crawl } = await place.crawl({ ids, rules: { unreached_percent: 100 } });
  const reasons = new Map(crawl!.notes.map(({ id, reason }) => [id, reason]));
  const listed = new Set(place.listed());
  const outcomes = ids.map((id, at) => {
    const { name, reason } = hostilityOf(at);
    const isRight = reason ? reason.test(reasons.get(id) ?? '') && !listed.has(id) : listed.has(id) && !reasons.has(id);
    return isRight ? undefined : { name, id, reason: reasons.get(id) };
  });
  expect(outcomes.filter((one) => one)).toEqual([]);
  expectWhole();
  hub.trouble = () => undefined;
  await place.crawl({ day: '2026-01-02', ids });
  expect(place.listed()).toHaveLength(count);
  expectWhole();

  function expectWhole(): void {
    const day = place.day()!;
    const known = new Map(hub.models.map((model) => [model.id, model]));
    for (const { id } of day.rows) {
      const { revision, files } = day.model(id);
      const model = known.get(id)!;
      expect(revision).toBe(revisionOf(model));
      expect(Object.fromEntries(files.map(({ path, sha256 }) => [path, sha256]))).toEqual(
        Object.fromEntries(Object.entries(model.files).map(([path, text]) => [path, hash('sha256', text)])),
      );
    }
  }
}

for (const { count, isRepeat } of [
  { count: 100, isRepeat: false },
  { count: 500, isRepeat: true },
])
  test(
    `each of ${count} models is whole or left out with a sentence, and the next good day has them all`,
    inAll(isRepeat),
    () => holds(count),
  );
