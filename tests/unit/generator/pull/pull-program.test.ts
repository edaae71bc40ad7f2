// Tests the pull program, a single file, as a user runs it, against a hub and two sources on loopback.
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { bundlePull } from '../../../../generator/documents/bundle-pull.ts';
import { lockPieces } from '../../../../src/lock/lock.ts';
import type { LockedFile } from '../../../../src/shapes/log.ts';
import { needs, notHere } from '../../../fixtures/needs.ts';
import { folderOfFile } from '../../../fixtures/own-folder.ts';
import { serverOfTest } from '../../../fixtures/server-of-test.ts';
import { type FaultySource, faultySource, madeFile, planned } from './faulty-source.ts';
import { placeProgram, startPull } from './pull-process.ts';
import { MODEL, REVISION, standInHub } from './stand-in-hub.ts';

const files = [
  madeFile('config.json', 300),
  madeFile('tiny-Q4_K_M.gguf', 3 * 2 ** 20),
  madeFile('tiny-Q8_0.gguf', 2 ** 20),
  { ...madeFile('same.json', 0), path: 'empty.txt' },
];
const folder = folderOfFile();
await placeProgram(folder);
const sources = await Promise.all([1, 2].map(() => faultySource(files, {}, afterAll)));
const hub = await standInHub(files, sources, undefined, afterAll);
const slow = await standInHub(files, [await faultySource(files, { rate: 100_000 }, afterAll)], undefined, afterAll);

function expectWhole(...at: string[]): void {
  for (const { path, bytes } of files) expect(readFileSync(join(folder, ...at, path)).equals(bytes)).toBe(true);
}

const pull = (words: string[], env?: Record<string, string>) => startPull(folder, words, env).ended;

test('the program is small, readable and always the same, and needs only Node', async () => {
  const text = readFileSync(join(folder, 'pull.mjs'), 'utf8');
  expect(await bundlePull()).toBe(text);
  expect(text.length).toBeLessThan(200_000);
  expect(text).toContain('// generator/pull/main.ts');
  expect(text).not.toContain(process.cwd());
  const modules = [...text.matchAll(/^import .*?"([^"]+)";$/gm)].map(([, name]) => name);
  expect(modules.filter((name) => !name!.startsWith('node:'))).toEqual([]);
});

test('the program pulls a model, names the sources that sent it, and exits with 0', async () => {
  const { code, out, err } = await pull(['--hub', hub.base, MODEL]);
  expect([code, err]).toEqual([0, expect.stringContaining(`${MODEL} at aaaaaaaaaaaa: 4 files`)]);
  expect(out).toMatch(/^4 files right: /);
  expect(out).toContain('one: ');
  expectWhole('Tiny');
  const again = await pull(['--hub', hub.base, MODEL]);
  expect(again).toMatchObject({ code: 0, out: expect.stringContaining('4 files of them here before') });
});

test('a run that a signal stops says so, and the same command continues it', async () => {
  const words = ['--hub', slow.base, MODEL, '--to', 'stopped'];
  const { child, ended } = startPull(folder, words);
  await once(child.stderr!, 'data');
  child.kill('SIGINT');
  const { code, err } = await ended;
  expect([code, child.signalCode, err]).toEqual([
    null,
    'SIGINT',
    expect.stringContaining('\nStopped; what came is kept'),
  ]);
  expect(await pull(words.with(1, hub.base))).toMatchObject({ code: 0 });
});

test('a signal also ends the program if it is the first process of a container', needs(noContainer()), async () => {
  const words = ['--pid', '--fork', '--mount-proc', process.execPath, 'pull.mjs', '--hub', slow.base, MODEL];
  const child = spawn('unshare', [...words, '--to', 'first'], { cwd: folder });
  await once(child.stderr, 'data');
  const first = Number(execFileSync('pgrep', ['-P', String(child.pid)], { encoding: 'utf8' }));
  process.kill(first, 'SIGTERM');
  expect(await once(child, 'close')).toEqual([143, null]);
});

function noContainer(): string | undefined {
  const tried = spawnSync('unshare', ['--pid', '--fork', '--mount-proc', 'true'], { encoding: 'utf8' });
  return tried.status === 0 ? undefined : notHere('a container', tried.stderr?.trim() || tried.error?.message);
}

test('the program pulls by a lock after the hub has gone, and mends a file that was changed', async () => {
  const locked = { files: files.map((file) => planned(file, sources) as LockedFile), revision: REVISION };
  const model = { ...locked, object: `blake3:${'0'.repeat(64)}` as const };
  const write = (change: Partial<LockedFile> = {}) => {
    const lying = { ...model, files: model.files.map((file, at) => (at === 0 ? { ...file, ...change } : file)) };
    const lock = { hub: 'http://127.0.0.1:9', models: { [MODEL]: model, 'acme/other': lying } };
    writeFileSync(join(folder, 'models.lock'), [...lockPieces(lock)].join(''));
  };
  write();
  expect(await pull(['models.lock', '--to', 'locked'])).toMatchObject({ code: 0 });
  for (const id of [MODEL, 'acme/other']) expectWhole('locked', id);
  writeFileSync(join(folder, 'locked', MODEL, files[0]!.path), 'other bytes');
  expect(await pull(['models.lock', '--to', 'locked'])).toMatchObject({
    code: 0,
    out: expect.stringContaining('3 files of them here before'),
  });
  expectWhole('locked', MODEL);
  write({ sha256: '0'.repeat(64) });
  expect(await pull(['models.lock', '--to', 'lied', '--include', files[0]!.path])).toMatchObject({ code: 1 });
  expect(existsSync(join(folder, 'lied/acme/other', files[0]!.path))).toBe(false);
  expect(existsSync(join(folder, 'lied', MODEL, files[0]!.path))).toBe(true);
  write({ path: '../outside' });
  const hostile = await pull(['models.lock', '--to', 'hostile-lock']);
  expect(hostile).toMatchObject({
    code: 1,
    err: expect.stringContaining('models.lock is no lock. acme/other: the file'),
  });
  expect(existsSync(join(folder, 'hostile-lock'))).toBe(false);
});

test('the program pulls one quantisation of the hub in HUB_URL', async () => {
  expect(await pull([`${MODEL}:q4_k_m`, '--to', 'quant'], { HUB_URL: hub.base })).toMatchObject({ code: 0 });
  const [config, gguf, other] = files;
  for (const { path, bytes } of [config!, gguf!])
    expect(readFileSync(join(folder, 'quant', path)).equals(bytes)).toBe(true);
  expect(existsSync(join(folder, 'quant', other!.path))).toBe(false);
});

test('with --json, the program prints its events, each as a line of JSON', async () => {
  const { code, out } = await pull(['--hub', hub.base, MODEL, '--to', 'told', '--json']);
  const events = out
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(code).toBe(0);
  expect(events[0]).toMatchObject({ event: 'plan', id: MODEL, revision: REVISION, files: 4 });
  expect(events.filter(({ event }) => event === 'file')).toHaveLength(4);
  expect(events.at(-1)).toMatchObject({ event: 'done', ok: true, failed: [], here: { files: 0 } });
});

test('a token is sent only to its own host, and never after a redirect', async () => {
  const [first, second] = sources as [FaultySource, FaultySource];
  const host = new URL(first.base).host;
  const leading = await faultySource([], { location: second.base });
  const leads = await standInHub(files, [leading]);
  first.asked.length = 0;
  second.asked.length = 0;
  hub.asked.length = 0;
  const env = { HUB_SOURCE_TOKENS: `${host}=secret-1,${new URL(leading.base).host}=secret-2` };
  expect(await pull(['--hub', hub.base, MODEL, '--to', 'token'], env)).toMatchObject({ code: 0 });
  expect(first.asked.every(({ headers }) => headers.authorization === 'Bearer secret-1')).toBe(true);
  expect([...second.asked, ...hub.asked].some(({ headers }) => 'authorization' in headers)).toBe(false);
  second.asked.length = 0;
  expect(await pull(['--hub', leads.base, MODEL, '--to', 'led'], env)).toMatchObject({ code: 0 });
  expect(leading.asked[0]!.headers.authorization).toBe('Bearer secret-2');
  expect(second.asked.length).toBeGreaterThan(0);
  expect(second.asked.some(({ headers }) => 'authorization' in headers)).toBe(false);
});

test.each([
  ['--wrong acme/Tiny', 2, 'Unknown option'],
  ['--hub ftp://hub acme/Tiny', 2, 'A hub is named by an http(s) address'],
  ['--hub http://me:secret@hub acme/Tiny', 2, 'such as https://hub.example, not "http://…@hub".'],
  ['--hub HUB acme/none', 1, 'No such model.'],
  ['--hub HUB acme/Tiny --include *.bin', 1, 'No file matches *.bin.'],
  ['--hub HUB acme/Tiny:Q2_K', 1, 'The model has no Q2_K; it has Q4_K_M, Q8_0.'],
])('the arguments %s exit with %i', async (line, code, sentence) => {
  const asked = await pull(line.replace('HUB', hub.base).split(' '));
  expect(asked).toMatchObject({ code, err: expect.stringContaining(sentence) });
});

test('a redirect of the hub is not followed, and the error says where it leads', async () => {
  const leads = await serverOfTest(({ url }, response) => {
    response.writeHead(301, { Location: `https://hub.example${url}` }).end();
  });
  const { code, err } = await pull(['--hub', `${leads}/`, MODEL, '--to', 'led-away']);
  const to = `https://hub.example/models/${MODEL}/lock.json`;
  expect([code, err]).toEqual([
    1,
    `pull: ${leads}/models/${MODEL}/lock.json leads to ${to}: name the hub by that address.\n`,
  ]);
});

const withPath = (path: string) => (all: LockedFile[]) => [...all, { ...all[0], path }];

test.each<[what: string, change: (all: LockedFile[]) => unknown, fault: RegExp]>([
  [
    'an address without its source',
    (all) => all.map((file) => ({ ...file, urls: file.urls.map(({ url }) => ({ url })) })),
    /^pull: http:\S+ is no lock\. acme\/Tiny: each of "urls"/,
  ],
  ['../outside', withPath('../outside'), /has a path that holds the segment/],
  [
    'a file in a file',
    withPath('config.json/a'),
    /This file system can't hold both "config\.json" and "config\.json\/a"/,
  ],
])('if a hub lists %s, nothing is written', async (_, change, fault) => {
  const bad = await standInHub(files, sources, change);
  const { code, err } = await pull(['--hub', bad.base, MODEL, '--to', 'hostile']);
  expect([code, err]).toEqual([1, expect.stringMatching(fault)]);
  expect(existsSync(join(folder, 'hostile/config.json'))).toBe(false);
});
