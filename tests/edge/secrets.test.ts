// Sends secrets in every place, then searches for them in logs, notices, the headers of every answer, the database and
// all files.
import { randomBytes } from 'node:crypto';
import { cpSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { beforeAll, describe, expect, inject, test } from 'vitest';
import { type Serving, serve } from '../../functions/hosts/node/serve.ts';
import { readConfig } from '../../src/service/config.ts';
import { href, type Row } from '../../src/table/route.ts';
import { routes } from '../../src/table/routes.ts';
import { attestationPem, attestationSecret } from '../fixtures/attestation.ts';
import { service } from '../fixtures/hub.ts';
import { audience, claims, issuer, publicPem, token } from '../fixtures/identity.ts';
import { folderOfFile } from '../fixtures/own-folder.ts';
import { models } from '../fixtures/rows.ts';

/** Every secret contains this mark, so that one search finds them all. */
const MARK = randomBytes(18).toString('base64url').replaceAll(/[-_]/g, 'x');

/** The place to which each secret was sent, by the number of the secret. */
const places: string[] = [];

/** Makes a secret in the form of a hub's token, so that every place accepts it. */
function secret(place: string): string {
  return `hf_${MARK}${String(places.push(place) - 1).padStart(5, '0')}`;
}

/** Makes a valid identity token that has the secret in a claim. */
const identityToken = (place: string) => token({ ...claims('did:example:known'), jti: secret(place) });

const folder = folderOfFile();
let serving: Serving;
let logged = '';
const publisher = secret('the publisher’s own token');
const registry = secret('the registry’s own token');
const answered: string[] = [];

beforeAll(async () => {
  cpSync(inject('fixture').dist, join(folder, 'dist'), { recursive: true, verbatimSymlinks: true });
  const config = readConfig({
    PORT: '0',
    HUB_PROBE: 'off',
    HUB_DATA: join(folder, 'data'),
    HUB_DIST: join(folder, 'dist'),
    HUB_IDENTITY_KEY: publicPem,
    HUB_IDENTITY_ISSUER: issuer,
    HUB_IDENTITY_AUDIENCE: audience,
    HUB_PUBLISHER_TOKEN: publisher,
    HUB_REGISTRY_TOKEN: registry,
    HUB_ATTESTATION_KEY: attestationPem,
  });
  serving = await serve({
    config,
    service,
    baseUrl: undefined,
    writeLog: (lines) => {
      logged += lines;
    },
    writeNotice: (line) => {
      logged += `${line}\n`;
    },
  });
});

/** Sends a raw request, keeps the headers of the answer, and returns its status. */
function send(method: string, path: string, headers: Record<string, string>, body?: string): Promise<number> {
  const { hostname, port } = new URL(serving.url);
  return new Promise((resolve, reject) => {
    const asked = request({ hostname, port, method, path, headers: { Connection: 'close', ...headers } }, (answer) => {
      answered.push(JSON.stringify(answer.headers));
      answer.resume().on('end', () => resolve(answer.statusCode!));
    });
    asked.on('error', reject).end(body);
  });
}

const isPage = (row: Row) => row.dialect === 'page' || (row.as?.includes('html') ?? false);

const basic = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`;

/** Makes all headers that might carry a secret, each with a secret of its own. */
const headersOf = (place: string, authorization: string) => ({
  Authorization: authorization,
  Cookie: `session=${secret(`${place}, cookie`)}; token=${secret(`${place}, cookie`)}`,
  'Proxy-Authorization': basic(`user:${secret(`${place}, proxy`)}`),
  'X-Api-Key': secret(`${place}, key`),
  'X-Auth-Token': secret(`${place}, token`),
  'Mcp-Session-Id': secret(`${place}, session`),
  Referer: `https://app.example/?token=${secret(`${place}, referer`)}`,
  'User-Agent': `tool/1.0 (${secret(`${place}, agent`)})`,
  Accept: 'application/json',
});

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];
const { bert } = models;
const [owner = '', name = ''] = bert.id.split('/');
const real: Record<string, string> = {
  owner,
  name,
  revision: 'main',
  path: 'config.json',
  prefix: 'onnx',
  reference: 'latest',
};

describe('secrets are sent', () => {
  test.each(Object.entries(routes))('to %s: in headers, query and body', async (route, row: Row) => {
    const params = Object.fromEntries(
      [...row.pattern.matchAll(/\{(\w+)/g)].map(([, key = '']) => [key, real[key] ?? 'x']),
    );
    for (const method of METHODS) {
      const place = `${route} ${method}`;
      const query = `?token=${secret(`${place}, query`)}&search=${secret(`${place}, search`)}`;
      const target = href(row, params as never) + query;
      const hidden = JSON.stringify({ token: secret(`${place}, body`), jsonrpc: '2.0', id: 1, method: 'tools/list' });
      const sent = method === 'GET' || method === 'HEAD' ? undefined : hidden;
      // The fixture has no website, so its pages fail. The reports of these failures must not contain a secret either.
      for (const authorization of [
        `Bearer ${secret(`${place}, bearer`)}`,
        basic(`user:${secret(`${place}, basic`)}`),
        `Bearer ${identityToken(`${place}, identity`)}`,
      ])
        expect(await send(method, target, headersOf(place, authorization), sent), place).toBeLessThan(
          isPage(row) ? 501 : 500,
        );
    }
  });

  test('in every part of a path', async () => {
    for (const [route, { pattern }] of Object.entries(routes)) {
      const names = [...pattern.matchAll(/\{(\w+)/g)].map(([, key = '']) => key);
      for (const wrong of names) {
        const values = names.map((key) => [key, key === wrong ? secret(`${route} {${key}}`) : (real[key] ?? 'x')]);
        const target = href({ pattern }, Object.fromEntries(values));
        // The requests carry a right token, because a DELETE succeeds only with a right token.
        const Authorization = `Bearer ${identityToken(route)}`;
        for (const method of ['GET', 'DELETE', 'POST']) await send(method, target, { Authorization }, '{}');
        await send('GET', target, { Accept: 'text/html' });
      }
    }
    for (const target of [
      `/${secret('first segment')}`,
      `/${secret('owner')}/${secret('name')}/resolve/main/x`,
      `/api/models/${secret('model')}/x`,
      `/api/models/x/${secret('model')}`,
      `/v2/${secret('repository')}/x/manifests/latest`,
      `/via/${secret('source')}/api/models`,
      `http://user:${secret('login')}@hub.example/api/models`,
      `/api/account/${secret('account')}`,
      `/%zz${secret('bad encoding')}`,
      `/v1/${secret('inference')}`,
    ])
      for (const [method, Accept] of [
        ['GET', 'application/json'],
        ['GET', 'text/html'],
        ['POST', 'application/json'],
      ] as const)
        await send(method, target, { Accept }, '{}');
  });

  test('in the path of a preflight, which always gets an answer', async () => {
    const preflight = { Origin: 'https://app.example', 'Access-Control-Request-Method': 'DELETE' };
    const password = () => `${secret('a password')}!`.slice('hf_'.length);
    for (const target of [
      `/api/account/saved/${password()}/x`,
      `/api/account/saved/${encodeURIComponent(`${password()}/x`)}`,
      `//api//%61ccount/saved/${password()}`,
      `/api/account/${password()}`,
      `/via/srca/api/account/saved/${password()}/x`,
      `/${password()}/x/resolve/main/y`,
      `/${password()}`,
    ])
      expect(await send('OPTIONS', target, preflight), target).toBe(204);
  });

  test('with valid tokens, and in bodies that are refused', async () => {
    const bearer = { Authorization: `Bearer ${publisher}` };
    expect(await send('GET', '/api/v1/objects', bearer)).toBe(200);
    expect(await send('POST', '/api/v1/objects', bearer, 'not a secret')).toBe(201);
    expect(await send('PUT', '/v2/a/b/manifests/latest', { Authorization: basic(`hub:${registry}`) })).toBe(405);
    const signedIn = () => ({ Authorization: `Bearer ${identityToken('good')}` });
    const note = JSON.stringify({ secret: secret('beside a note'), note: 'hello' });
    expect(await send('POST', '/api/account/publisher-request', signedIn(), note)).toBe(202);
    expect(await send('POST', '/api/account/saved', signedIn(), '{"model":"o/kept"}')).toBe(200);
    for (const body of [`{"model":"${secret('no id')}"}`, `{"wallet":"${secret('no wallet')}"}`, secret('no JSON')])
      for (const line of ['PATCH /api/account/me', 'POST /api/account/saved', 'POST /api/account/request'])
        expect(await send(line.split(' ')[0]!, line.split(' ')[1]!, signedIn(), body)).toBe(400);
  });

  test('to a hub whose database fails', async () => {
    const other = new DatabaseSync(join(folder, 'data/hub.db'));
    other.exec('ALTER TABLE saved RENAME TO saved_away');
    const Authorization = `Bearer ${identityToken('a fault')}`;
    const body = JSON.stringify({ model: `${secret('a fault, body')}/x` });
    expect(await send('POST', '/api/account/saved', { Authorization }, body)).toBe(500);
    expect(await send('DELETE', `/api/account/saved/${secret('a fault, path')}/x`, { Authorization })).toBe(500);
    other.exec('ALTER TABLE saved_away RENAME TO saved');
    other.close();
    expect(logged).toContain('fault at POST /api/account/saved');
  });
});

/** The mark in every encoding that a program could write: plain, hex, and base64 at any offset. */
const forms = [
  MARK,
  Buffer.from(MARK).toString('hex'),
  // The slice leaves out characters that depend on the neighbouring bytes.
  ...[0, 1, 2].map((before) =>
    Buffer.from('x'.repeat(before) + MARK)
      .toString('base64')
      .slice(4, 24),
  ),
  // The key of attestations, which the hub uses during the test, must not appear either.
  ...[attestationSecret, Buffer.from(attestationSecret, 'hex').toString('base64'), attestationPem.split('\n')[1]!],
];

/** Lists the places to which the secrets in `bytes` were sent. */
function found(bytes: Buffer): string[] {
  const text = bytes.toString('latin1');
  const plain = [...text.matchAll(new RegExp(`${MARK}(\\d{5})?`, 'g'))].map(
    ([, at]) => places[Number(at)] ?? 'somewhere',
  );
  return plain.length > 0 ? plain : forms.filter((form) => text.includes(form)).map((form) => `as ${form}`);
}

describe('and are found nowhere', () => {
  test('not in log, notices, database or any file', async () => {
    await serving.close();
    expect(places.length).toBeGreaterThan(3000);
    expect(logged.split('\n').length).toBeGreaterThan(1000);
    expect(logged).toContain('"method":"OPTIONS","status":204');
    expect(found(Buffer.from(logged))).toEqual([]);
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) =>
      statSync(join(folder, path)).isFile(),
    );
    expect(readFileSync(join(folder, 'data/hub.db')).includes('o/kept')).toBe(true);
    for (const path of files) expect(found(readFileSync(join(folder, path))), path).toEqual([]);
  });

  test('not in the headers of an answer, except for those that repeat the address of the request', () => {
    const repeated = answered.filter((headers) => found(Buffer.from(headers)).length > 0);
    for (const headers of repeated) {
      const { location, link, 'x-error-message': sentence, ...others } = JSON.parse(headers) as Record<string, string>;
      expect(found(Buffer.from(JSON.stringify(others)))).toEqual([]);
      for (const place of found(Buffer.from(`${location} ${link} ${sentence}`)))
        expect(place).not.toMatch(/bearer|basic|identity|cookie|proxy|key|session|agent|referer|body/);
    }
  });
});
