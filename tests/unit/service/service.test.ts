/** Tests service.yaml: the shipped file, and the errors about wrong files. */

import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { sha256Hex } from '../../../src/digests/sha.ts';
import { ServiceError } from '../../../src/service/facts.ts';
import { checkService, sourceUrl } from '../../../src/service/service.ts';
import { parseServiceText } from '../../../src/service/service-yaml.ts';

const parseService = (text: string, bases?: Record<string, string>) => checkService(parseServiceText(text), bases);
const shipped = readFileSync(new URL('../../../content/service.yaml', import.meta.url), 'utf8');

test('the shipped file has the three sources in their order', () => {
  const service = parseService(shipped);
  expect(service.origin).toBe('srca');
  expect(service.sources.map(({ token, display, host, probe }) => [token, display, host, probe !== undefined])).toEqual(
    [
      ['srca', 'Source A', 'huggingface.co', true],
      ['srcb', 'Source B', 'modelscope.cn', true],
      ['ipfs', 'IPFS', 'ipfs', true],
    ],
  );
  const [a, b, ipfs] = service.sources;
  const place = { id: 'o/n', revision: 'r', root: 'Qm' };
  expect(sourceUrl(a!, place, { path: 'x/ü.bin' })).toBe('https://huggingface.co/o/n/resolve/r/x/%C3%BC.bin');
  expect(sourceUrl(b!, place, { path: 'x' })).toBe('https://modelscope.cn/models/o/n/resolve/r/x');
  expect(sourceUrl(ipfs!, place, { path: 'x' })).toBe('https://ipfs.io/ipfs/Qm/x');
});

const BLOCK = 'bafkreifjjcie6lypi6ny7amxnfftagclbuxndqonfipmb64f2km2devei4';

test('a probe can check the CID of its file, or only whether the source answers', () => {
  const [, b, ipfs] = parseService(shipped).sources;
  expect(b!.probe!.sha256).toBeUndefined();
  expect(ipfs!.probe).toEqual({
    root: BLOCK,
    path: '',
    timeLimit: 10,
    sha256: sha256Hex('hello world\n'),
  });
  expect(sourceUrl(ipfs!, ipfs!.probe!, { path: '' })).toBe(`https://ipfs.io/ipfs/${BLOCK}`);
});

test('the environment overrides the base address, but only of a known source', () => {
  expect(parseService(shipped, { srcb: 'http://127.0.0.1:9' }).sources[1]!.base).toBe('http://127.0.0.1:9');
  expect(parseService(shipped).gateway).toBe('https://ipfs.io');
  expect(parseService(shipped, { ipfs: 'http://127.0.0.1:9' }).gateway).toBe('http://127.0.0.1:9');
  expect(() => parseService(shipped, { srcz: 'http://x' })).toThrow('service.yaml: sources has no source "srcz"');
});

test('apps may have an address of their own', () => {
  const spacesUrl = 'https://apps.hub.example';
  expect(parseService(shipped).spacesUrl).toBeUndefined();
  expect(parseService(`spacesUrl: ${spacesUrl}/\n${shipped}`).spacesUrl).toBe(spacesUrl);
  expect(parseService(`spacesUrl: http://localhost:4321\n${shipped}`).spacesUrl).toBe('http://localhost:4321');
  for (const wrong of ['https://hub.example/spaces', 'hub.example', 'ftp://hub.example', 'https://u:p@hub.example'])
    expect(() => parseService(`spacesUrl: ${wrong}\n${shipped}`)).toThrow(/^service\.yaml: spacesUrl must be an/);
});

test('a notice is a sentence, optionally with a link', () => {
  expect(parseService(shipped).notice).toBeUndefined();
  expect(parseService(`notice: { text: We move. }\n${shipped}`).notice).toEqual({ text: 'We move.' });
  const leading = { text: 'We move.', url: 'https://status.example/now' };
  expect(parseService(`notice: ${JSON.stringify(leading)}\n${shipped}`).notice).toEqual(leading);
  for (const wrong of ['We move.', '{ url: https://status.example }', '{ text: We move., url: "javascript:1" }'])
    expect(() => parseService(`notice: ${wrong}\n${shipped}`)).toThrow(/^service\.yaml: notice/);
});

test('the address of a mirror comes from the operator', () => {
  expect(parseService(shipped).mirror).toBeUndefined();
  expect(parseService(`mirror: https://mirror.example/\n${shipped}`).mirror).toBe('https://mirror.example');
  expect(() => parseService(`mirror: mirror.example\n${shipped}`)).toThrow(/^service\.yaml: mirror must be an/);
});

test('another source in the file needs no code', () => {
  const more =
    '\n  - {token: my-mirror, display: Mirror, host: m.example, base: "https://m.example/a/", template: "/{id}/{path}"}\n';
  expect(parseService(shipped + more).sources[3]).toEqual({
    token: 'my-mirror',
    display: 'Mirror',
    host: 'm.example',
    base: 'https://m.example/a',
    template: '/{id}/{path}',
  });
});

const store = (probe: string) =>
  `${shipped}\n  - {token: store, display: Store, host: s.example, base: "https://s.example", template: "/v2/models/blobs/sha256:{sha256}"${probe}}\n`;

test('a content-addressed source needs no names of models, but the hash of its probe’s file', () => {
  const sha256 = 'a'.repeat(64);
  const [, , , source] = parseService(store(`, probe: {sha256: ${sha256}}`)).sources;
  const url = `https://s.example/v2/models/blobs/sha256:${sha256}`;
  expect(sourceUrl(source!, source!.probe!, source!.probe!)).toBe(url);
  expect(sourceUrl(source!, {}, { path: 'a/b.bin', sha256 })).toBe(url);
  expect(() => parseService(store(', probe: {path: a}'))).toThrow('sources[3].probe.sha256 is missing');
});

test('limits are used as they are written, and none is required', () => {
  expect(parseService(shipped).limits).toBeUndefined();
  expect(parseService(`${shipped}limits:\n`).limits).toBeUndefined();
  const limits = 'limits:\n  connections: 500\n  connectionsPerAddress: 20\n';
  expect(parseService(shipped + limits).limits).toEqual({ connections: 500, connectionsPerAddress: 20 });
});

const edit = (from: string | RegExp, to: string) => shipped.replace(from, to);

test.each([
  ['not YAML', 'a: [', /^service\.yaml: /],
  ['a list', '- a', /^service\.yaml: the file must be a map/],
  ['a misspelt name', edit('origin:', 'orgin:'), /orgin is unknown; known are name, about/],
  [
    'no sources',
    `${shipped.slice(0, shipped.indexOf('sources:'))}sources: []`,
    /sources must be a list of at least one source/,
  ],
  ['an origin that is no source', edit('origin: srca', 'origin: x'), /origin must be the token of one of the sources/],
  ['a bad token', edit('token: srcb', 'token: SRCB'), /sources\[1\]\.token must be a lowercase word/],
  ['a token of no route', edit('token: srcb', 'token: p2p'), /sources\[1\]\.token must be .* not p2p/],
  ['a token twice', edit('token: srcb', 'token: srca'), /two sources with the token "srca"/],
  ['no base', edit('base: https://modelscope.cn', ''), /sources\[1\]\.base is missing/],
  ['a template without path', edit('/ipfs/{root}/{path}', '/ipfs/{root}'), /sources\[2\]\.template must start/],
  ['a probe without revision', edit(/ {6}revision: 86.*\n/, ''), /sources\[0\]\.probe\.revision is missing/],
  [
    'a hash that is not the one of the block',
    edit(/ {6}root: bafk.*\n/, `      root: ${BLOCK}\n      sha256: ${'a'.repeat(64)}\n`),
    /sources\[2\]\.probe\.sha256 is not the one that the root holds, a948904f2f0f479b/,
  ],
  ['an endless probe', edit('timeLimit: 10', 'timeLimit: 0'), /probe\.timeLimit must be a number of seconds/],
  ['a contact nobody can reach', edit('origin:', 'contact: me\norigin:'), /contact must be an http\(s\) or mailto URL/],
  [
    'a limit of none',
    edit('origin:', 'limits: { connections: 0 }\norigin:'),
    /limits\.connections must be a whole number/,
  ],
])('a wrong file is refused: %s', (_name, text, sentence) => {
  expect(() => parseService(text)).toThrow(ServiceError);
  expect(() => parseService(text)).toThrow(sentence);
});

const witness = 'witness.example/w1+2d9f1c7a+BAl4iGK9Rb4YAp8Bkq1bVY7+5cGm7bHWdR4rGQqJMZbY';
const withLog = (facts: string) => parseService(`log: ${facts}\n${shipped}`);

test('a log has a lifetime for its days, and witnesses', () => {
  expect(parseService(shipped).log).toBeUndefined();
  expect(withLog(`{expiryDays: 3, witnesses: [{key: "${witness}", url: "https://witness.example/a/"}]}`).log).toEqual({
    expiryDays: 3,
    witnesses: [{ key: witness, url: 'https://witness.example/a' }],
  });
});

test.each([
  ['{expiryDays: 0}', 'log.expiryDays must be a whole number of days from 1 to 365.'],
  ['{witnesses: [{key: abc, url: "https://w.example"}]}', 'log.witnesses[0].key must be a verifier key'],
  [`{witnesses: [{key: "${witness}", url: w.example}]}`, 'log.witnesses[0].url must be an http(s) URL'],
  [
    `{witnesses: [{key: "${witness}", url: "https://a.example"}, {key: "${witness}", url: "https://b.example"}]}`,
    'log.witnesses names a key twice.',
  ],
])('wrong settings of the log are refused: %s', (facts, fault) => expect(() => withLog(facts)).toThrow(fault));
