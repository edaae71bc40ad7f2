// Tests the rule files of an export with the parser and the matching of Cloudflare Pages and Netlify. Each address
// must lead to the hub's bytes with the hub's type.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseAllHeaders } from '@netlify/headers-parser';
import { parseAllRedirects } from '@netlify/redirect-parser';
import { beforeAll, describe, expect, inject, test } from 'vitest';
import { pairsOf } from '../../../../src/table/headers.ts';
import { askFor, bytesOf } from '../../../fixtures/asked.ts';
import { allAnswers, attested, type ExportedAnswer, exported, hubOver } from '../../../fixtures/exported.ts';
import { folderOfFile } from '../../../fixtures/own-folder.ts';

const { dist } = inject('fixture');
const to = folderOfFile();

interface Redirect {
  from: string;
  to: string;
  status: number;
}
let headers: { for: string; forRegExp: RegExp; values: Record<string, string> }[];
let redirects: Redirect[];
let answers: ExportedAnswer[];

beforeAll(async () => {
  await exported(dist, to, attested);
  answers = allAnswers(to).filter(({ name }, at) => name !== 'hashes' || at % 500 === 0);
  const told = await parseAllHeaders({
    headersFiles: [join(to, '_headers')],
    netlifyConfigPath: undefined,
    configHeaders: [],
    minimal: false,
  });
  expect(told.errors).toEqual([]);
  headers = told.headers as typeof headers;
  const led = await parseAllRedirects({
    redirectsFiles: [join(to, '_redirects')],
    configRedirects: [],
    minimal: true,
  });
  expect(led.errors).toEqual([]);
  redirects = lines('_redirects').map((line) => {
    const [from = '', target = '', status] = line.split(' ');
    return { from, to: target, status: Number(status) };
  });
  expect(led.redirects).toHaveLength(redirects.length);
});

const lines = (name: string) => readFileSync(join(to, name), 'utf8').trimEnd().split('\n');

/** Matches a pattern as Cloudflare Pages does: a parameter is one segment, and `*` is any text. */
function matcher(pattern: string): RegExp {
  const literal = pattern.replace(/[.+?^${}()|[\]\\]/g, '\\$&').replaceAll('*', '(?<splat>.*)');
  return new RegExp(`^${literal.replace(/:(\w+)/g, '(?<$1>[^/]+)')}$`);
}

/**
 * Returns the rule that Cloudflare Pages follows for a path: a rule for exactly this address, or otherwise the topmost
 * rule that matches.
 */
function followed(path: string): Redirect | undefined {
  const rule = redirects.find(({ from }) => from === path) ?? redirects.find(({ from }) => matcher(from).test(path));
  if (!rule) return undefined;
  const taken = matcher(rule.from).exec(path)?.groups ?? {};
  const target = Object.entries(taken).reduce((text, [name, value]) => text.replaceAll(`:${name}`, value), rule.to);
  return { ...rule, to: target };
}

/** Returns the file at an address, as it is found by a host whose addresses leave out `.html`. */
function fileAt(path: string): Buffer | undefined {
  const plain = decodeURIComponent(path);
  const tried = plain.endsWith('/') ? [`${plain}index.html`] : [plain, `${plain}.html`];
  const found = tried.map((one) => join(to, one)).find((one) => existsSync(one));
  return found === undefined ? undefined : readFileSync(found);
}

describe('addresses', () => {
  test('each address leads to the bytes of the hub, by its file or by a rule, also under /via/', async () => {
    const { hub } = hubOver(dist);
    const led = new Set<string>();
    for (const { name, row, address, reached } of answers) {
      if (reached === 'folder' || ['modelPage', 'modelTwin'].includes(name) || row.type?.startsWith('text/html'))
        continue;
      if (row.as?.includes('html')) continue;
      const wanted = Buffer.from(await bytesOf(await hub(askFor(address, '*/*'))));
      for (const path of [address, `/via/srcb${address}`]) {
        const rule = followed(path);
        if (reached === 'rule' || path !== address) expect([path, rule?.status]).toEqual([path, 200]);
        expect([path, fileAt(rule?.to ?? path)?.equals(wanted)]).toEqual([path, true]);
        if (rule) led.add(name);
      }
    }
    const needed = answers.filter(({ reached }) => reached === 'rule').map(({ name }) => name);
    // The page of the API reference is HTML, and this test skips HTML.
    expect([...new Set(needed)].filter((name) => !led.has(name))).toEqual(['reference']);
    expect(followed('/docs')).toMatchObject({ to: '/docs/reference', status: 200 });
    expect(fileAt('/docs/reference')?.toString()).toContain('/docs/reference');
  });

  test('rules for a single address come before all others, as hosts require', () => {
    const isMany = redirects.map(({ from }) => /[:*]/.test(from));
    expect(isMany.indexOf(true)).toBe(isMany.lastIndexOf(false) + 1);
    expect(new Set(redirects.map(({ from }) => from)).size).toBe(redirects.length);
  });
});

describe('headers', () => {
  /** Lists the headers for a path from the rules that `fits` accepts. */
  const told = (path: string, fits: (rule: (typeof headers)[number]) => boolean) =>
    headers
      .filter(fits)
      .flatMap(({ values, for: pattern }) =>
        Object.entries(values).map(([name, value]) => ({ path, name, value, pattern })),
      );
  const matchings = [
    (path: string) => told(path, ({ forRegExp }) => forRegExp.test(path)),
    (path: string) => told(path, ({ for: pattern }) => matcher(pattern).test(path)),
  ];

  test('no address gets the same header from two rules', () => {
    for (const { address } of answers)
      for (const path of [address, `/via/srca${address}`])
        for (const matching of matchings) {
          const all = matching(path);
          const names = all.map(({ name }) => name);
          expect(all.filter(({ name }) => names.indexOf(name) !== names.lastIndexOf(name))).toEqual([]);
        }
  });

  test('types, long cache lives, policies, CORS and Link equal those of the hub', async () => {
    const { hub } = hubOver(dist);
    for (const { address, row, reached, name } of answers) {
      if (reached === 'folder' || name === 'reference') continue;
      const answer = await hub(askFor(address, row.as?.includes('html') ? 'text/html' : '*/*'));
      const of = (wanted: string) => {
        const at = answer.headers.findIndex((one, place) => place % 2 === 0 && one.toLowerCase() === wanted);
        return at < 0 ? undefined : answer.headers[at + 1];
      };
      const [, cloudflare] = matchings;
      const rules = new Map(cloudflare!(address).map(({ name: one, value }) => [one.toLowerCase(), value]));
      // An answer needs no rule for its type if the extension of its file implies the type. It needs no rule for a
      // short cache life, because hosts set one themselves.
      const isPlain = /\.(json|html|txt|svg|png|css|xml)$|\/$/.test(followed(address)?.to ?? address);
      // A manifest's digest in the address does not say which kind of manifest it is.
      const isEither = name === 'manifest' && address.includes('/sha256:');
      if (name !== 'object' && name !== 'spaceFile' && !isEither && !(isPlain && !rules.has('content-type')))
        expect([address, bare(rules.get('content-type'))]).toEqual([address, bare(of('content-type'))]);
      const life = of('cache-control');
      if (name !== 'manifest' && name !== 'spaceFile' && life?.includes('immutable'))
        expect([address, rules.get('cache-control')]).toEqual([address, life]);
      if (reached !== 'rule')
        expect([address, rules.get('content-security-policy')]).toEqual([address, of('content-security-policy')]);
      expect(rules.get('access-control-allow-origin')).toBe(of('access-control-allow-origin'));
      const [, link = '{'] = pairsOf(row.headers ?? []).find(([header]) => header === 'Link') ?? [];
      if (!link.includes('{'))
        expect([address, rules.get('link')]).toEqual([address, of('link')?.replace(/\s*,\s*/g, ', ')]);
    }
  });
});

const bare = (type: string | undefined) => type?.replace(/\s*;\s*/g, ';').toLowerCase();

describe('limits', () => {
  test('the rules, and all lines, are within the limits of Cloudflare Pages', () => {
    expect(headers.length).toBeLessThanOrEqual(100);
    expect(redirects.filter(({ from }) => /[:*]/.test(from)).length).toBeLessThanOrEqual(100);
    expect(redirects.length).toBeLessThanOrEqual(2000);
    for (const [name, most] of [
      ['_headers', 2000],
      ['_redirects', 1000],
    ] as const)
      expect(Math.max(...lines(name).map(({ length }) => length))).toBeLessThanOrEqual(most);
  });
});
