// Tests a hub with unusual ports: without a tree, with a damaged tree, with internal errors, with demand, and with
// pages.
import { cpSync, mkdirSync, rmSync } from 'node:fs';
import { beforeAll, describe, expect, inject, test } from 'vitest';
import { fixedHealth } from '../../../../functions/hosts/memory/memory.ts';
import type { Hub } from '../../../../functions/hub/hub.ts';
import type { Ports, Tree } from '../../../../functions/ports/ports.ts';
import type { Answer } from '../../../../functions/request/answer.ts';
import { openTree } from '../../../../functions/stores/tree/folder-tree.ts';
import { StoreAway } from '../../../../src/tree/store.ts';
import { askWith, bytesOf, headerOf } from '../../../fixtures/asked.ts';
import { openInMemory, service } from '../../../fixtures/hub.ts';
import { memoryHub } from '../../../fixtures/memory-hub.ts';
import { folderOfTest } from '../../../fixtures/own-folder.ts';
import { models } from '../../../fixtures/rows.ts';
import { packFile } from '../../../fixtures/tree-contents.ts';
import { treeOver } from '../../../fixtures/tree-over.ts';

let tree: Tree;
beforeAll(() => {
  tree = openInMemory(inject('fixture').dist);
});

const hubOver = (more: Partial<Ports> = {}) =>
  // Each hub has a tree object of its own, because a tree object caches facts about models.
  memoryHub(more, treeOver(tree, {}));

async function get(hub: Hub, target: string, headers: Record<string, string> = {}): Promise<Answer> {
  return hub(askWith(target, headers));
}

const code = (answer: Answer) => headerOf(answer, 'X-Error-Code');

describe('before the first build', () => {
  const hub = () => hubOver({ tree: () => undefined });

  test.each([
    '/api/models',
    '/acme/tiny-bert/resolve/main/config.json',
    '/hashes/000.json',
    '/_astro/x.css',
    '/favicon.svg',
    `/api/v1/objects/blake3:${'0'.repeat(64)}`,
  ])('%s says that nothing is built, and when the caller should try again', async (target) => {
    const answer = await get(hub(), target);
    expect([answer.status, code(answer)]).toEqual([503, 'NotBuilt']);
    expect(headerOf(answer, 'Retry-After')).toBe('5');
  });

  test('while the storage of the tree does not answer, the refusal says so', async () => {
    const answer = await get(hubOver({ tree: () => undefined, isTreeAway: () => true }), '/api/models');
    expect([answer.status, code(answer)]).toEqual([503, 'TreeAway']);
    expect(headerOf(answer, 'Retry-After')).toBe('5');
  });

  test('a browser gets a 503 for the home page, where no website is built either', async () => {
    const pages = { render: () => Promise.reject(new Error('The website is not built.')) };
    const answer = await get(hubOver({ tree: () => undefined, pages, onFault() {} }), '/', { accept: 'text/html' });
    expect([answer.status, code(answer)]).toEqual([503, 'NotBuilt']);
  });

  test('health answers, and an unknown path is a 404', async () => {
    expect((await get(hub(), '/api/hub/health')).status).toBe(200);
    expect((await get(hub(), '/api/models/gpt9/revision/main')).status).toBe(404);
    expect((await get(hub(), '/nothing')).status).toBe(404);
  });
});

test.each([
  ['/api/models/acme/tiny-bert', 'application/json', '"error":"The place that holds this can not be read just now'],
  ['/v2/acme/tiny-bert/manifests/latest', 'application/json', '"errors":['],
  ['/llms.txt', 'text/plain', 'The place that holds this'],
  ['/models/', 'text/html', 'The place that holds this'],
])(
  '%s gets a 503 while a remote tree can’t be read, in the caller’s format and without an internal error',
  async (target, accept, said) => {
    const fault = new StoreAway('s3://bucket/packs/00 answered 500');
    const away = () => Promise.reject(fault);
    const remote = treeOver(tree, { read: away, text: away, range: away });
    const pages = { render: async () => ({ status: 500, html: new Uint8Array(), fault }) };
    const onFault = (error: unknown) => expect.unreachable(String(error));
    const answer = await get(hubOver({ tree: () => remote, pages, onFault }), target, { accept });
    expect([answer.status, headerOf(answer, 'Retry-After')]).toEqual([503, '5']);
    expect(headerOf(answer, 'Cache-Control')).toBe('no-store');
    expect(String(answer.body)).toContain(said);
    expect(String(answer.body)).not.toContain('s3:');
  },
);

describe('without an attestation key', () => {
  test.each(['/models/acme/tiny-bert/model.sig', '/api/hub/attestation/key.pem'])(
    '%s does not exist, and the refusal gives the reason',
    async (path) => {
      const answer = await get(hubOver(), path);
      expect([answer.status, code(answer)]).toEqual([404, 'NotAttested']);
      expect(JSON.parse(answer.body as string).error).toBe(
        'The operator of this hub attests nothing: it has no key for that. SHA256SUMS has the hashes of every model.',
      );
    },
  );

  test('a manifest has no referrers', async () => {
    const digest = headerOf(await get(hubOver(), '/v2/acme/tiny-bert/manifests/latest'), 'Docker-Content-Digest');
    const referrers = await get(hubOver(), `/v2/acme/tiny-bert/referrers/${digest}`);
    expect(JSON.parse(Buffer.from(await bytesOf(referrers)).toString()).manifests).toEqual([]);
  });
});

describe('an internal error', () => {
  test('is the answer if a pack is a folder, so that its model does not look missing', async () => {
    const folder = folderOfTest();
    cpSync(inject('fixture').dist, folder, { recursive: true, verbatimSymlinks: true });
    const pack = packFile(folder, 'models/acme/tiny-bert');
    rmSync(pack);
    mkdirSync(pack);
    const told: unknown[] = [];
    const hub = memoryHub({ onFault: (error) => void told.push(error) }, openTree(folder));
    for (const target of [
      '/acme/tiny-bert/resolve/main/config.json',
      '/api/models/acme/tiny-bert/tree/main/nothing',
      '/v2/acme/tiny-bert/manifests/latest',
    ])
      expect([target, (await get(hub, target)).status]).toEqual([target, 500]);
    expect(told.map(String)).toEqual(Array(3).fill(expect.stringContaining('torn tree')));
  });

  test('is a plain 500, and the host gets the error with the request line only', async () => {
    const told: [unknown, string][] = [];
    const bug = new Error('a bug');
    const health = {
      ...fixedHealth(service.sources),
      current: () => {
        throw bug;
      },
    };
    const hub = hubOver({ health, onFault: (error, line) => void told.push([error, line]) });
    const answer = await get(hub, '/api/hub/health?token=secret', { authorization: 'Bearer secret' });
    expect([answer.status, code(answer)]).toEqual([500, 'Internal']);
    expect(String(answer.body)).not.toContain('bug');
    expect(told).toEqual([[bug, 'GET /api/hub/health']]);
  });

  test('of an object route has the format of object routes', async () => {
    const broken = treeOver(tree, { read: () => JSON.parse('no JSON') });
    const answer = await get(hubOver({ tree: () => broken, onFault() {} }), `/api/v1/objects/blake3:${'0'.repeat(64)}`);
    expect(JSON.parse(answer.body as string)).toMatchObject({ code: 'Internal' });
  });
});

test('the host gets the name of a damaged tree and of the missing file', async () => {
  const path = `models/${models.bert.id}/api/models/${models.bert.id}/tree/main/index.json`;
  const torn = treeOver(tree, { read: (asked) => (asked === path ? undefined : tree.read(asked)) });
  const told: string[] = [];
  const onFault = (error: unknown) => void told.push((error as Error).message);
  const hub = memoryHub({ onFault }, torn);
  expect((await get(hub, `/api/models/${models.bert.id}/tree/main`)).status).toBe(500);
  expect(told).toEqual([`torn tree ${tree.id}: ${path} is missing; rebuild with "model-hub build"`]);
  // Undamaged models are still served.
  expect((await get(hub, `/api/models/${models.bert.id}`)).status).toBe(200);
});

test.each([
  '/sitemap-1%2F%2F2.xml',
  `/sitemap-${'1'.repeat(300)}.xml`,
  '/_astro/a%2F%2Fb.css',
  `/docs/pictures/${'a'.repeat(300)}.png`,
  `/docs/${'a'.repeat(300)}.md`,
  '/archive/2026%2F%2F11.json',
  `/spaces/verify/${'a'.repeat(300)}`,
])('a name that no file of a tree can have is not looked up: %s', async (target) => {
  const read: string[] = [];
  const watched = treeOver(tree, { read: (path) => [read.push(path), tree.read(path)][1] as never });
  expect((await get(memoryHub({}, watched), target)).status).toBe(404);
  expect(read).toEqual([]);
});

describe('demand', () => {
  async function demandedBy(...targets: string[]): Promise<string[]> {
    const ids = new Set<string>();
    const hub = hubOver({ demand: { record: (id) => void ids.add(id) } });
    for (const target of targets) await get(hub, target);
    return [...ids];
  }

  test('is noted once for a valid unknown id, whichever route is used', async () => {
    const targets = [
      '/api/models/new/model',
      '/new/model/resolve/main/config.json',
      '/via/srca/api/models/new/model/tree/main',
    ];
    expect(await demandedBy(...targets)).toEqual(['new/model']);
  });

  test('is not noted for ids that are indexed, gated, misspelled, malformed or impossible', async () => {
    const targets = [
      '/api/models/acme/tiny-bert/revision/v9',
      '/api/models/gate/closed',
      '/api/models/ACME/tiny-bert',
      '/api/models/a%20b/c',
      '/v2/gated-lab/shut-7b/manifests/latest',
      '/api/models/GATED-lab/shut-7b',
      '/v2/datasets/squad/manifests/latest',
    ];
    expect(
      await demandedBy(
        ...targets,
        '/api/models/gpt9',
        '/api/models/gpt9/refs',
        '/datasets/x/resolve/main/f',
        '/nothing',
      ),
    ).toEqual([]);
  });
});

test('a source that is no longer in the service file is not used', async () => {
  const [srca] = service.sources;
  const hub = hubOver({ sources: [srca!] });
  const answer = await get(hub, `/${models.bert.id}/resolve/main/config.json`);
  expect(answer.headers.join()).not.toContain('duplicate');
  const { status } = await get(hub, `/${models.ipfsOnly.id}/resolve/main/config.json`);
  expect(status).toBe(404);
});

test('the order of sources in the service decides, not that of the build', async () => {
  const hub = hubOver({ sources: service.sources.toReversed() });
  const answer = await get(hub, `/${models.bert.id}/resolve/main/config.json`);
  expect(headerOf(answer, 'X-Hub-Source')).toBe('ipfs');
});
