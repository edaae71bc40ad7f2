// Tests web servers with our configurations. While the hub is away they answer what the route table says, and in front
// of the hub they give nobody more than the hub gives.
import { cpSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest';
import { readTarget } from '../../functions/request/request-target.ts';
import { isAnsweredFromFiles } from '../../src/edge/edge-rule.ts';
import { isHashed } from '../../src/table/answer-facts.ts';
import { isRefusal } from '../../src/table/refusals.ts';
import { href, type Row } from '../../src/table/route.ts';
import { isAnswered, type RouteName, routes } from '../../src/table/routes.ts';
import { freePort } from '../fixtures/free-port.ts';
import { inAll } from '../fixtures/in-all.ts';
import { needs } from '../fixtures/needs.ts';
import { models } from '../fixtures/rows.ts';
import { acceptOf, addressesIn, pages } from './exported-addresses.ts';
import { caddy, exportForFront, type Front, nginx, startFront } from './front.ts';
import { expectAway, get, placePages, startBoth } from './in-front-of-hub.ts';

const { dist } = inject('fixture');
const home = mkdtempSync(join(tmpdir(), 'model-hub-fronts-'));
const folder = join(home, 'files');
beforeAll(() => exportForFront(dist, folder, pages));
afterAll(() => rmSync(home, { recursive: true, force: true }));

const bert = models.bert.id;
const paths = [
  ...['/', '/models', '/models/', '/openapi.json', '/docs/quickstart/', '/docs/quickstart.md', '/v2/', '/v2/_catalog'],
  ...['/api/models', `/api/models/${bert}`, `/api/models/${bert}/tree/main`, `/api/models/${bert}/tree/HEAD/onnx`],
  ...[`/api/models/${bert}/refs`, `/models/${bert}/index.md`, `/${bert}/resolve/main/SHA256SUMS`, '/spaces/verify/'],
  ...['/spaces/verify', '/hashes/000.json', '/_astro/fixture.Bq3x.css', '/.well-known/openapi.json', '/archive/'],
  ...[`/v2/${bert.toLowerCase()}/tags/list`, '/api/hub/health', '/healthz', `/${bert}/resolve/main/config.json`],
];

/** True if no byte of the target is percent-encoded. Caddy answers no other targets from files. */
const isPlain = (target: string) => /^[\w.~@+=,:/-]+$/.test(target);

for (const kind of [nginx, caddy]) {
  const options = { ...needs(kind.missing), ...inAll(kind === caddy) };

  describe(`${kind.name}, while the hub is away`, options, () => {
    const away = join(home, `away-${kind.name}`);
    let front: Front;
    beforeAll(async () => {
      cpSync(folder, away, { recursive: true });
      front = await startFront(kind, { folder: away, hubPorts: [await freePort()] });
      placePages(away);
    });
    afterAll(() => front?.stop());

    for (const share of [1, 64])
      test(
        `sends one in ${share} files of hashes and every other exported file at its address, and answers 502 for what only the hub knows`,
        inAll(share === 1),
        async () => {
          const sent = new Set<RouteName>();
          const passed = new Set<RouteName>();
          let hashes = 0;
          for (const { name, row, params, as, file } of addressesIn(away)) {
            if (name === 'hashes' && hashes++ % share > 0) continue;
            const target = href(row as Row<string>, params as never);
            const given = await get(front.player, target, ...acceptOf(as));
            const isOurs =
              !row.typed && (row.tells === undefined || isHashed(row, params)) && (kind === nginx || isPlain(target));
            expect([target, as, given.status]).toEqual([target, as, isOurs ? 200 : 502]);
            if (isOurs) expect(given.body.equals(readFileSync(join(away, file))), target).toBe(true);
            (isOurs ? sent : passed).add(name);
          }
          const all = (Object.keys(routes) as RouteName[]).filter(isAnswered);
          // Sends a request to every other row of the route table. Any address will do, because these rows have no
          // files.
          for (const name of all.filter((one) => !sent.has(one) && !passed.has(one))) {
            const row: Row = routes[name];
            const params = [...row.pattern.matchAll(/\{(\w+)/g)].map(([, param]) => [
              param,
              param === 'revision' ? 'main' : 'any',
            ]);
            const { status } = await get(front.player, href(row as Row<string>, Object.fromEntries(params) as never));
            expect([name, status]).toEqual([name, 502]);
          }
          expect([...sent].sort()).toEqual(all.filter((name) => isAnsweredFromFiles(routes[name])).sort());
        },
      );

    test('says that the hub is away, in the form of the path', async () => {
      await expectAway(front.player);
    });

    test('sends the files of another day without a reload', async () => {
      const file = join(away, 'robots.txt');
      writeFileSync(`${file}.new`, 'another day');
      renameSync(`${file}.new`, file);
      const now = async () => (await get(front.player, '/robots.txt')).body.toString();
      // After a change, a server may still send the old bytes of a recently requested file for a second.
      await vi.waitFor(async () => expect(await now()).toBe('another day'), { timeout: 10_000 });
    });

    test('sends no file that the export keeps for itself, and no unfinished file', async () => {
      writeFileSync(join(away, '_astro/half.css.4711-0'), 'half');
      symlinkSync('/etc/passwd', join(away, 'passwd'));
      mkdirSync(join(away, '.export/nowhere'), { recursive: true });
      for (const target of [
        ...[
          '/.export/state.json',
          '/.export/lock.db',
          '/.export/lock.json',
          '/.export/kinds/',
          '/.export/refused/unread',
        ],
        ...['/.export/refused/400-hub', '/.export/kinds/api/v1/objects/x.model', '/passwd', '/openapi.json.gz'],
        ...['/_astro/half.css.4711-0', '/_astro/fixture.Bq3x.css.br', '/_astro/', '/_astro', '/index.html'],
        ...['/models/acme/', '/docs/reference.html', '/_astro/../.export/state.json', '/_astro/*', '/_astro/[a-z]'],
        ...['/_astro/fixture.*.css', '/_astro/{env.HOME}'],
      ])
        expect([target, (await get(front.player, target)).status]).toEqual([target, 502]);
    });
  });

  describe(`${kind.name}, where apps have their own address`, options, () => {
    let both: Awaited<ReturnType<typeof startBoth>>;
    beforeAll(async () => {
      both = await startBoth(kind, dist, folder, 'https://apps.example');
    });
    afterAll(() => both?.stop());

    test.each(['apps.example', 'APPS.example:443', 'apps.example:', 'hub.example', 'apps.example.hub.example'])(
      'a client that names %s gets the hub’s answer',
      async (host) => {
        for (const target of ['/', '/spaces/verify/', '/openapi.json', '/models', `/api/models/${bert}`])
          for (const accept of ['*/*', 'text/html'])
            await both.same('GET', target, [
              ['Host', host],
              ['Accept', accept],
            ]);
        await both.same('GET', `http://${host}/openapi.json`);
      },
    );
  });

  describe(`${kind.name}, in front of a hub`, options, () => {
    let both: Awaited<ReturnType<typeof startBoth>>;
    beforeAll(async () => {
      both = await startBoth(kind, dist, folder);
    });
    afterAll(() => both?.stop());

    test('every exported answer has the headers and the bytes of the hub', {
      ...inAll(),
      timeout: 300_000,
    }, async () => {
      for (const [at, { row, params, as }] of addressesIn(folder).entries()) {
        const target = href(row as Row<string>, params as never);
        const coding = ['identity', 'gzip', 'br'][at % 3]!;
        await both.same('GET', target, [...acceptOf(as), ['Accept-Encoding', coding]]);
      }
    });

    test.each(['POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH', 'TRACE', 'PROPFIND'])(
      '%s is refused by the hub',
      async (method) => {
        for (const path of paths) await both.same(method, path);
      },
    );

    test('any spelling of a path gets the answer of the hub', async () => {
      for (const path of paths)
        for (const spelled of [
          ...[`/${path}`, `${path}//`, path.replace(/(.)\//g, '$1%2F'), path.replaceAll('/', '//'), `/.${path}`],
          ...[`/x/..${path}`, `${path}/.`, `${path}/..`, `${path}%00`, `${path}%0a`, `${path}%`, `${path}%zz`],
          ...[`${path}%5c..`, `/%2e%2e${path}`, `${path};a=b`, `${path}.br`, `${path}.gz`, `${path}.1-0`, `${path}%FF`],
          ...[`${path}?${'x'.repeat(8200)}`, `${path}?x#y`, path.toUpperCase(), path.replace('o', '%6f')],
          ...[path.replace('o', '%6F'), `/via/srca${path}`, `/via/nobody${path}`, `${path}index.json`],
        ])
          await both.same('GET', spelled);
    });

    test('conditional and range requests get the answers of the hub', async () => {
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
        ['Range', 'lines=1-2'],
        ['If-Match', '"nothing"'],
        ['If-None-Match', '"nothing"'],
        ['If-Unmodified-Since', 'Sat, 01 Jan 2000 00:00:00 GMT'],
        ['Host', 'elsewhere.example'],
        ['Host', 'user@hub.example'],
        ['Via', '1.1 proxy'],
        ['Authorization', 'Bearer secret'],
      ];
      // Caddy accepts larger headers than the hub.
      if (kind === nginx)
        asked.push(
          ['X-Large', 'x'.repeat(17_000)],
          ['X-Large', `${'x'.repeat(8_500)}\r\nX-Larger: ${'x'.repeat(8_500)}`],
        );
      for (const path of paths)
        for (const header of asked) for (const method of ['GET', 'HEAD']) await both.same(method, path, [header]);
    });

    test('a client that has the answer gets 304', async () => {
      const path = '/openapi.json';
      const { headers } = await get(both.front.player, path);
      const tag = new Map(headers).get('etag')!;
      const again = await get(both.front.player, path, ['If-None-Match', tag]);
      expect([again.status, again.body.length]).toEqual([304, 0]);
    });

    test('the hub decides whether a query matters', async () => {
      const queries = [
        ...['', 'recursive=true', 'recursive=True&expand=False', 'a=b&recursive=false', 'recursive=', 'recursive=1'],
        ...['recursive=true&recursive=true', '%72ecursive=true', 'cursor=x', 'recursive', 'n=1', 'include_prs=1'],
        ...['download=true', '&&', '+recursive=true', 'utm=1&x', 'a=b&c'],
      ];
      for (const path of paths) for (const query of queries) await both.same('GET', `${path}?${query}`);
    });

    test('any request gets the hub’s answer', async () => {
      const piece = fc.constantFrom(
        ...['/', '//', '.', '..', '%2e', '%2F', '%00', '%', '%C3%A9', '\\', ';', '+', '?', '&', '=', ':', '@', '~'],
        ...['main', 'HEAD', 'recursive=true', '.export', 'state.json', 'kinds', 'via', 'srca', 'index.json'],
        ...['index.html', 'resolve', 'blobs', ...paths.flatMap((path) => path.split('/'))],
      );
      const target = fc.array(piece, { maxLength: 12 }).map((pieces) => `/${pieces.join('/').replaceAll('/?/', '?')}`);
      const header = fc.constantFrom<[string, string][]>([], [['Accept', 'text/html']], [['Accept-Encoding', 'br']]);
      await fc.assert(
        fc.asyncProperty(target, header, fc.constantFrom('GET', 'HEAD'), (one, headers, method) =>
          // A server in front refuses a malformed target itself, without a page for browsers, so the test sends no
          // Accept with it.
          both.same(method, one, isRefusal(readTarget(one)) ? [] : headers),
        ),
        { numRuns: 400 },
      );
    });
  });
}
