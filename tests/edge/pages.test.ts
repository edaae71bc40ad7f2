// Tests the real website behind the real server: the addresses of pages, their transfer, and the log of their failures.

import { cpSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { type Serving, serve } from '../../functions/hosts/node/serve.ts';
import { readConfig } from '../../src/service/config.ts';
import { SEARCH_INDEX } from '../../src/tree/static-tree.ts';
import { overSocket } from '../contract/players.ts';
import { builtWebsite } from '../fixtures/built-website.ts';
import { baseUrl, service } from '../fixtures/hub.ts';
import { folderOfFile } from '../fixtures/own-folder.ts';
import { packFile } from '../fixtures/tree-contents.ts';

const folder = folderOfFile();
let website: string;
/** `whole` has everything, the search index of `torn` is damaged, `bare` has no website. */
let whole: Hub;
let torn: Hub;
let bare: Hub;

interface Hub {
  serving: Serving;
  log: string[];
  notices: string[];
}

async function start(name: string, garbled = false): Promise<Hub> {
  const dist = join(folder, name);
  cpSync(inject('fixture').dist, dist, { recursive: true, verbatimSymlinks: true });
  rmSync(join(dist, 'site'), { recursive: true, force: true });
  if (garbled) writeFileSync(packFile(dist, SEARCH_INDEX), 'no index');
  if (name !== 'bare') symlinkSync(website, join(dist, 'site'));
  const config = readConfig({ PORT: '0', HUB_PROBE: 'off', HUB_DATA: join(folder, `${name}-data`), HUB_DIST: dist });
  const [log, notices]: [string[], string[]] = [[], []];
  const writeLog = (lines: string) => log.push(...lines.trim().split('\n'));
  const writeNotice = (line: string) => notices.push(line);
  return { serving: await serve({ config, service, baseUrl, writeLog, writeNotice }), log, notices };
}

beforeAll(async () => {
  website = join(await builtWebsite(), 'site');
  whole = await start('whole');
  torn = await start('torn', true);
  bare = await start('bare');
}, 120_000);
afterAll(async () => {
  for (const hub of [whole, torn, bare]) await hub?.serving.close();
});

/** Every request has the same id, because the tests compare whole answers. */
const ALWAYS = { Accept: 'text/html', 'X-Request-Id': 'one' };

/** Sends a request with exactly this target, which `fetch` would normalise. */
async function get(hub: Hub, target: string, headers: Record<string, string> = {}, method = 'GET') {
  const ask = overSocket(Number(new URL(hub.serving.url).port));
  const asked = { method, target, headers: Object.entries({ ...ALWAYS, ...headers }), body: undefined };
  const { status, headers: sent, body } = (await ask(asked))!;
  return { status, body, header: Object.fromEntries(sent) };
}

const title = (body: Buffer) => /<h1[^>]*>(.*?)<\/h1>/s.exec(body.toString())?.[1];

test.each([
  ['/account/', 'Account'],
  ['//account//', 'Account'],
  ['/acc%6funt', 'Account'],
  ['/account/?next=/health/#/health/', 'Account'],
  [`${baseUrl}/account/`, 'Account'],
  ['//archive//', 'Archive'],
  ['//elsewhere.example/archive/', 'Nothing at this address'],
])('%s is the page named %s', async (target, name) => {
  expect(title((await get(whole, target)).body)).toBe(name);
});

test('a live page comes compressed as requested, and is the same each time', async () => {
  const plain = await get(whole, '/models/');
  const brotli = await get(whole, '/models/', { 'Accept-Encoding': 'gzip, deflate, br' });
  const gzip = await get(whole, '/models/', { 'Accept-Encoding': 'gzip' });
  expect(brotliDecompressSync(brotli.body).equals(plain.body)).toBe(true);
  expect(gunzipSync(gzip.body).equals(plain.body)).toBe(true);
  expect(5 * brotli.body.length).toBeLessThan(plain.body.length);
  for (const { header, body } of [plain, brotli, gzip]) expect(header['content-length']).toBe(String(body.length));
  for (const coding of ['br', 'gzip', 'identity']) {
    const asked = { 'Accept-Encoding': coding };
    const [page, head] = [await get(whole, '/models/', asked), await get(whole, '/models/', asked, 'HEAD')];
    expect([head.status, head.header, head.body.length]).toEqual([200, page.header, 0]);
  }
});

describe('a page that can’t be made', () => {
  test('is a 500 that nobody may cache, and is reported once, with its request', async () => {
    const { status, header, body } = await get(torn, '/models/?search=x');
    expect([status, title(body), header['cache-control']]).toEqual([500, 'This page could not be made', 'no-store']);
    await expect.poll(() => torn.log).toHaveLength(1);
    expect(torn.notices).toContainEqual(expect.stringMatching(/^fault at GET \/models\/: .*torn tree/));
    const line = JSON.parse(torn.log[0]!);
    expect(line).toMatchObject({ method: 'GET', status: 500, code: 'Internal' });
    expect(line.ms).toBeGreaterThan(1);
  });
});
