// Caddy by the printed Caddyfile: while the hub is away it answers as the table says, and with the hub behind it all is
// answered alike.
// @module-tag all
import { readFileSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { isAnsweredFromFiles } from '../../src/edge/edge-rule.ts';
import { isHashed } from '../../src/table/answer-facts.ts';
import { href, type Row } from '../../src/table/route.ts';
import { isAnswered, type RouteName, routes } from '../../src/table/routes.ts';
import { caddyMissing } from '../fixtures/caddy.ts';
import { freePort } from '../fixtures/free-port.ts';
import { needs } from '../fixtures/needs.ts';
import { models } from '../fixtures/rows.ts';
import { type CaddyHost, startCaddyHost } from './caddy-host.ts';
import { acceptOf, addressesIn } from './exported-addresses.ts';
import { expectAway, get, placePages, startBoth } from './in-front-of-hub.ts';

const needed = needs(caddyMissing());

/** Each byte of it means itself; what does not is the hub's to read. */
const isPlain = (target: string) => /^[\w.~@+=,:/-]+$/.test(target);

describe('Caddy, while the hub is away', needed, () => {
  let caddy: CaddyHost;
  beforeAll(async () => {
    caddy = await startCaddyHost(inject('fixture').dist, await freePort());
    placePages(caddy.folder);
  });
  afterAll(() => caddy?.stop());

  test('sends every file of the export at its address, and needs the hub for what the table says', async () => {
    const sent = new Set<RouteName>();
    for (const { name, row, params, as, file } of addressesIn(caddy.folder)) {
      const target = href(row as Row<string>, params as never);
      const given = await get(caddy.player, target, ...acceptOf(as));
      const isOurs = isPlain(target) && !row.typed && (row.tells === undefined || isHashed(row, params));
      expect([target, as, given.status]).toEqual([target, as, isOurs ? 200 : 502]);
      if (!isOurs) continue;
      expect(given.body.equals(readFileSync(join(caddy.folder, file))), target).toBe(true);
      sent.add(name);
    }
    const all = (Object.keys(routes) as RouteName[]).filter(isAnswered);
    expect([...sent].sort()).toEqual(all.filter((name) => isAnsweredFromFiles(routes[name])).sort());
  });

  test('says in the words of the path that the hub is away', async () => {
    await expectAway(caddy.player);
  });

  test('sends another day without a reload', async () => {
    const file = join(caddy.folder, 'robots.txt');
    writeFileSync(`${file}.new`, 'another day');
    renameSync(`${file}.new`, file);
    expect((await get(caddy.player, '/robots.txt')).body.toString()).toBe('another day');
  });

  test('sends nothing of the export’s own, and nothing that is only on its way', async () => {
    const asset = join(caddy.folder, '_astro');
    writeFileSync(join(asset, 'half.css.4711-0'), 'half');
    symlinkSync('/etc/passwd', join(caddy.folder, 'passwd'));
    for (const target of [
      ...['/.export/state.json', '/.export/lock.db', '/.export/lock.json', '/.export/kinds/'],
      ...['/_astro/half.css.4711-0', '/_astro/fixture.Bq3x.css.br', '/passwd', '/openapi.json.gz', '/index.html'],
      ...['/_astro/', '/_astro', '/models/acme/', '/docs/reference.html', '/_astro/../.export/state.json'],
      ...['/_astro/*', '/_astro/fixture.*.css', '/_astro/{env.HOME}', '/_astro/[a-z]'],
    ])
      expect([target, (await get(caddy.player, target)).status]).toEqual([target, 502]);
  });
});

describe('Caddy, in front of a hub', needed, () => {
  let both: Awaited<ReturnType<typeof startBoth<CaddyHost>>>;
  beforeAll(async () => {
    both = await startBoth(inject('fixture').dist, startCaddyHost);
  });
  afterAll(() => both?.stop());

  const bert = models.bert.id;
  const paths = [
    ...[
      '/',
      '/models',
      '/models/',
      '/openapi.json',
      '/docs/quickstart/',
      '/docs/quickstart.md',
      '/v2/',
      '/v2/_catalog',
    ],
    ...['/api/models', `/api/models/${bert}`, `/api/models/${bert}/tree/main`, `/api/models/${bert}/tree/HEAD/onnx`],
    ...[`/api/models/${bert}/refs`, `/models/${bert}/index.md`, `/${bert}/resolve/main/SHA256SUMS`, '/spaces/verify/'],
    ...['/spaces/verify', '/hashes/000.json', '/_astro/fixture.Bq3x.css', '/.well-known/openapi.json', '/archive/'],
    ...[`/v2/${bert.toLowerCase()}/tags/list`, '/api/hub/health', '/healthz', `/${bert}/resolve/main/config.json`],
  ];

  test('every exported answer has the headers and the bytes of the hub', async () => {
    for (const { row, params, as } of addressesIn(both.front.folder)) {
      const target = href(row as Row<string>, params as never);
      for (const coding of ['identity', 'gzip', 'br'])
        await both.same('GET', target, [...acceptOf(as), ['Accept-Encoding', coding]]);
    }
  });

  test.each(['POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH'])('%s is the hub’s to refuse', async (method) => {
    for (const path of paths) await both.same(method, path, []);
  });

  test('a path has the same answer in any spelling', async () => {
    for (const path of paths)
      for (const spelled of [
        ...[`/${path}`, `${path}//`, path.replace(/(.)\//g, '$1%2F'), `/.${path}`, `/x/..${path}`, `${path}/.`],
        ...[`${path}/..`, `${path}%0a`, `${path}%5c..`, `/%2e%2e${path}`, `${path};a=b`, `${path}.br`, `${path}.gz`],
        ...[`${path}.1-0`, path.toUpperCase(), path.replace('o', '%6f'), `/via/srca${path}`, `/via/nobody${path}`],
        ...[`${path}index.json`, `${path}?recursive=true`, `${path}?cursor=x`, `${path}?`, `${path}?a=b&c`],
      ])
        await both.same('GET', spelled, []);
  });

  test('conditional and range requests get the same answers', async () => {
    const asked: [string, string][] = [
      ['Accept-Encoding', 'gzip, deflate, br, zstd'],
      ['Accept-Encoding', 'br;q=0, gzip;q=0.5, identity;q=1'],
      ['Accept-Encoding', '*;q=0'],
      ['Accept', 'text/html,application/xhtml+xml,*/*;q=0.8'],
      ['Accept', 'text/html;q=0.1, application/json'],
      ['Accept', 'application/json;q=0.5, text/markdown;q=0.4'],
      ['Accept', 'text/*'],
      ['Accept', 'image/png'],
      ['Range', 'bytes=0-3'],
      ['Range', 'bytes=9999999-'],
      ['Range', 'bytes=0-1,3-4'],
      ['If-Match', '"nothing"'],
      ['If-None-Match', '"nothing"'],
      ['If-Unmodified-Since', 'Sat, 01 Jan 2000 00:00:00 GMT'],
      ['Host', 'elsewhere.example'],
      ['Authorization', 'Bearer secret'],
    ];
    for (const path of paths)
      for (const header of asked) for (const method of ['GET', 'HEAD']) await both.same(method, path, [header]);
  });

  test('a client with an answer gets 304', async () => {
    const path = '/openapi.json';
    const { headers } = await get(both.front.player, path);
    const tag = new Map(headers).get('etag')!;
    const again = await get(both.front.player, path, ['If-None-Match', tag]);
    expect([again.status, again.body.length]).toEqual([304, 0]);
  });
});

describe('Caddy, where apps have an address of their own', needed, () => {
  let both: Awaited<ReturnType<typeof startBoth<CaddyHost>>>;
  beforeAll(async () => {
    both = await startBoth(inject('fixture').dist, startCaddyHost, 'https://apps.example');
  });
  afterAll(() => both?.stop());

  test.each(['apps.example', 'APPS.example:443', 'hub.example', 'apps.example.hub.example'])(
    'a client that names %s gets the hub’s answer for it',
    async (host) => {
      for (const target of ['/', '/spaces/verify/', '/openapi.json', '/models', `/api/models/${models.bert.id}`])
        for (const accept of ['*/*', 'text/html'])
          await both.same('GET', target, [
            ['Host', host],
            ['Accept', accept],
          ]);
    },
  );
});
