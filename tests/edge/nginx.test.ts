// nginx by the printed configuration: while the hub is away it answers as the table says, and nobody gets more than the hub
// gives.
import { mkdirSync, readFileSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest';
import { isAnsweredFromFiles } from '../../src/edge/edge-rule.ts';
import { isHashed } from '../../src/table/answer-facts.ts';
import { href, type Row } from '../../src/table/route.ts';
import { isAnswered, type RouteName, routes } from '../../src/table/routes.ts';
import { type NginxHost, startNginxHost } from '../contract/nginx-host.ts';
import { freePort } from '../fixtures/free-port.ts';
import { needs } from '../fixtures/needs.ts';
import { nginxMissing } from '../fixtures/nginx.ts';
import { models } from '../fixtures/rows.ts';
import { type Address, acceptOf, addressesIn, pages } from './exported-addresses.ts';
import { expectAway, get, placePages, startBoth } from './in-front-of-hub.ts';

const needed = needs(nginxMissing());

const startNginx = (dist: string, hubPort: number, spacesUrl: string | undefined): Promise<NginxHost> =>
  startNginxHost(dist, pages, hubPort, spacesUrl);

describe('nginx, while the hub is away', needed, () => {
  let nginx: NginxHost;
  let addresses: Address[];
  beforeAll(async () => {
    nginx = await startNginxHost(inject('fixture').dist, pages, await freePort());
    placePages(nginx.folder);
    addresses = addressesIn(nginx.folder);
  });
  afterAll(() => nginx?.stop());

  test('sends every file of the export at its address, and needs the hub for what the table says', async () => {
    const sent = new Set<RouteName>();
    const passed = new Set<RouteName>();
    for (const { name, row, params, as, file } of addresses) {
      const target = href(row as Row<string>, params as never);
      const given = await get(nginx.player, target, ...acceptOf(as));
      const isOurs = !row.typed && (row.tells === undefined || isHashed(row, params));
      expect([target, as, given.status]).toEqual([target, as, isOurs ? 200 : 502]);
      if (isOurs) expect(given.body.equals(readFileSync(join(nginx.folder, file))), target).toBe(true);
      (isOurs ? sent : passed).add(name);
    }
    const all = (Object.keys(routes) as RouteName[]).filter(isAnswered);
    // Each row is asked: by its files, or at any address where it has none.
    for (const name of all.filter((one) => !sent.has(one) && !passed.has(one))) {
      const row: Row = routes[name];
      const any = new Proxy({}, { get: (_, param) => (param === 'revision' ? 'main' : 'any'), has: () => true });
      const params = Object.fromEntries(
        [...row.pattern.matchAll(/\{(\w+)/g)].map(([, param]) => [param!, (any as Record<string, string>)[param!]!]),
      );
      expect([name, (await get(nginx.player, href(row as Row<string>, params as never))).status]).toEqual([name, 502]);
      passed.add(name);
    }
    const fromFiles = all.filter((name) => isAnsweredFromFiles(routes[name]));
    expect([...sent].sort()).toEqual(fromFiles.sort());
    expect(new Set([...sent, ...passed]).size).toBe(all.length);
  });

  test('says in the words of the path that the hub is away', async () => {
    await expectAway(nginx.player);
  });

  test('sends another day without a reload', async () => {
    const file = join(nginx.folder, 'robots.txt');
    writeFileSync(`${file}.new`, 'another day');
    renameSync(`${file}.new`, file);
    const now = async () => (await get(nginx.player, '/robots.txt')).body.toString();
    // Recently requested files may stay unchanged for a second.
    await vi.waitFor(async () => expect(await now()).toBe('another day'), { timeout: 10_000 });
  });

  test('sends nothing of the export’s own, and nothing that is only on its way', async () => {
    const asset = join(nginx.folder, '_astro');
    writeFileSync(join(asset, 'half.css.4711-0'), 'half');
    symlinkSync('/etc/passwd', join(nginx.folder, 'passwd'));
    mkdirSync(join(nginx.folder, '.export/nowhere'), { recursive: true });
    for (const target of [
      ...[
        '/.export/state.json',
        '/.export/lock.db',
        '/.export/kinds/',
        '/.export/refused/400-hub',
        '/.export/refused/unread',
      ],
      ...['/.export/kinds/api/v1/objects/x.model', '/_astro/half.css.4711-0', '/_astro/fixture.Bq3x.css.br', '/passwd'],
      ...[
        '/openapi.json.gz',
        '/index.html',
        '/_astro/',
        '/_astro',
        '/models/acme/',
        '/docs/reference.html',
        '/_astro/../.export/state.json',
      ],
    ])
      expect([target, (await get(nginx.player, target)).status]).toEqual([target, 502]);
  });
});

describe('nginx, where apps have an address of their own', needed, () => {
  let both: Awaited<ReturnType<typeof startBoth>>;
  beforeAll(async () => {
    both = await startBoth(inject('fixture').dist, startNginx, 'https://apps.example');
  });
  afterAll(() => both?.stop());

  test.each(['apps.example', 'APPS.example:443', 'apps.example:', 'hub.example', 'apps.example.hub.example'])(
    'a client that names %s gets the hub’s answer for it',
    async (host) => {
      for (const target of ['/', '/spaces/verify/', '/openapi.json', '/models', `/api/models/${models.bert.id}`])
        for (const accept of ['*/*', 'text/html'])
          await both.same('GET', target, [
            ['Host', host],
            ['Accept', accept],
          ]);
      await both.same('GET', `http://${host}/openapi.json`, []);
    },
  );
});

describe('nginx, in front of a hub', needed, () => {
  let both: Awaited<ReturnType<typeof startBoth>>;
  beforeAll(async () => {
    both = await startBoth(inject('fixture').dist, startNginx);
  });
  afterAll(() => both?.stop());
  const same = (...asked: Parameters<typeof both.same>) => both.same(...asked);

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
      '/api/models',
    ],
    ...[
      `/api/models/${bert}`,
      `/api/models/${bert}/tree/main`,
      `/api/models/${bert}/tree/HEAD/onnx`,
      `/api/models/${bert}/refs`,
    ],
    ...[
      `/models/${bert}/index.md`,
      `/${bert}/resolve/main/SHA256SUMS`,
      '/spaces/verify/',
      '/spaces/verify',
      '/hashes/000.json',
    ],
    ...['/_astro/fixture.Bq3x.css', '/.well-known/openapi.json', '/archive/', `/v2/${bert.toLowerCase()}/tags/list`],
  ];

  test.each(['POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH', 'TRACE', 'PROPFIND'])(
    '%s is the hub’s to refuse',
    async (method) => {
      for (const path of paths) await same(method, path, []);
    },
  );

  test('a path has the same answer in any spelling', async () => {
    for (const path of paths)
      for (const spelled of [
        ...[
          `/${path}`,
          `${path}//`,
          path.replace(/(.)\//g, '$1%2F'),
          path.replaceAll('/', '//'),
          `/.${path}`,
          `/x/..${path}`,
        ],
        ...[
          `${path}/.`,
          `${path}/..`,
          `${path}%00`,
          `${path}%0a`,
          `${path}%`,
          `${path}%zz`,
          `${path}%5c..`,
          `/%2e%2e${path}`,
          `${path};a=b`,
        ],
        ...[
          `${path}.br`,
          `${path}.gz`,
          `${path}.1-0`,
          `${path}?${'x'.repeat(8200)}`,
          `${path}?x#y`,
          path.toUpperCase(),
          `${path}%FF`,
        ],
        ...[
          path.replace('o', '%6f'),
          path.replace('o', '%6F'),
          `/via/srca${path}`,
          `/via/nobody${path}`,
          `${path}index.json`,
        ],
      ])
        await same('GET', spelled, []);
  });

  test('conditional and range requests get the same answers', async () => {
    const asked: [string, string][] = [
      ['Accept-Encoding', 'gzip'],
      ['Accept-Encoding', 'br;q=0, gzip;q=0.5, identity;q=1'],
      ['Accept-Encoding', '*;q=0'],
      ['Accept-Encoding', 'gzip, deflate, br, zstd'],
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
      ['X-Large', 'x'.repeat(17_000)],
      ['X-Large', `${'x'.repeat(8_500)}\r\nX-Larger: ${'x'.repeat(8_500)}`],
      ['Authorization', 'Bearer secret'],
    ];
    for (const path of paths)
      for (const header of asked) for (const method of ['GET', 'HEAD']) await same(method, path, [header]);
  });

  test('the hub decides whether a query matters', async () => {
    const queries = [
      '',
      'recursive=true',
      'recursive=True&expand=False',
      'a=b&recursive=false',
      'recursive=',
      'recursive=1',
    ];
    const others = [
      'recursive=true&recursive=true',
      '%72ecursive=true',
      'cursor=x',
      'recursive',
      'n=1',
      'include_prs=1',
    ];
    for (const path of paths)
      for (const query of [...queries, ...others, 'download=true', '&&', '+recursive=true', 'utm=1&x'])
        await same('GET', `${path}?${query}`, []);
  });

  test('any request gets the hub’s answer', async () => {
    const piece = fc.constantFrom(
      ...[
        '/',
        '//',
        '.',
        '..',
        '%2e',
        '%2F',
        '%00',
        '%',
        '%C3%A9',
        '\\',
        ';',
        '+',
        '?',
        '&',
        '=',
        ':',
        '@',
        '~',
        'main',
        'HEAD',
      ],
      ...paths.flatMap((path) => path.split('/')),
      ...[
        'recursive=true',
        '.export',
        'state.json',
        'kinds',
        'via',
        'srca',
        'index.json',
        'index.html',
        'resolve',
        'blobs',
      ],
    );
    const target = fc.array(piece, { maxLength: 12 }).map((pieces) => `/${pieces.join('/').replaceAll('/?/', '?')}`);
    const header = fc.constantFrom<[string, string][]>([], [['Accept', 'text/html']], [['Accept-Encoding', 'br']]);
    await fc.assert(
      fc.asyncProperty(target, header, fc.constantFrom('GET', 'HEAD'), (one, headers, method) =>
        same(method, one, headers),
      ),
      { numRuns: 400 },
    );
  });
});
