// Tests the text of a lock: equal locks have the same text, each fault has its sentence, and other bytes have a warning.
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import { changeLine, lockChanges, lockPieces, parseLock } from '../../../src/lock/lock.ts';
import { schemaText } from '../../../src/openapi/schemas.ts';
import type { Lock, LockedFile, LockedModel } from '../../../src/shapes/log.ts';

const file = (path: string, more: Partial<LockedFile> = {}): LockedFile => ({
  path,
  size: 3,
  sha256: 'a'.repeat(64),
  urls: [{ source: 'a.example', url: `https://a.example/${path}` }],
  ...more,
});
const model = (files: LockedFile[], more: Partial<LockedModel> = {}): LockedModel => ({
  files,
  object: `blake3:${'1'.repeat(64)}`,
  revision: 'c'.repeat(40),
  ...more,
});
const lockOf = (models: Lock['models']): Lock => ({
  format: 'hub.model-hub.lock/v1',
  hub: 'https://hub.example',
  models,
});
const textOf = (lock: Lock) => [...lockPieces(lock)].join('');

test('a lock has a line for each file, and equal locks have equal bytes', () => {
  const [a, b] = [model([file('a.txt'), file('b.txt')]), model([])];
  const { path, size, sha256, urls } = file('a.txt');
  const turned = { revision: a.revision, object: a.object, files: [{ urls, size, sha256, path }, file('b.txt')] };
  const text = textOf(lockOf({ 'x/b': b, 'x/a': a }));
  expect(textOf(lockOf({ 'x/a': turned, 'x/b': b }))).toBe(text);
  expect(text.split('\n').map((line) => line.slice(0, 20))).toEqual([
    '{"format":"hub.model',
    ...['"x/a":{', '"files":[', '{"path":"a.txt","sha', '{"path":"b.txt","sha', '],', '"object":"blake3:111'],
    ...['"revision":"cccccccc', '},', '"x/b":{', '"files":[', '],', '"object":"blake3:111', '"revision":"cccccccc'],
    ...['}', '}}', ''],
  ]);
  expect(parseLock(text)).toEqual(lockOf({ 'x/a': a, 'x/b': b }));
});

test('the schema accepts a lock, and refuses any other text', () => {
  const validate = new Ajv2020({ strict: false, validateFormats: false }).compile(
    JSON.parse(schemaText('Lock', 'https://hub.example/docs/lock.schema.json')),
  );
  expect(validate(lockOf({ 'x/a': model([file('a.txt')]) }))).toBe(true);
  expect(validate(lockOf({ 'x/a': model([file('a.txt', { sha256: 'A' })]) }))).toBe(false);
});

describe('a text that is no lock is refused, and the error names the place of the fault', () => {
  const bad = (change: Partial<LockedFile>) => textOf(lockOf({ 'x/a': model([file('a.txt', change)]) }));
  test.each([
    [
      '{"format":"hub.model-hub.lock/v2"}',
      'Its format is hub.model-hub.lock/v2, and this version reads hub.model-hub.lock/v1.',
    ],
    [textOf({ ...lockOf({}), hub: 'ftp://hub' }), 'Its "hub" must be'],
    [textOf(lockOf({ 'x/a': model([], { revision: 'main' }) })), 'x/a: "revision" must be a full commit'],
    [bad({ path: '../a' }), 'x/a: the file "../a" has a path that holds the segment ".."'],
    [bad({ sha256: 'a' }), 'the "sha256" of the file "a.txt" must be 64'],
    [
      bad({ urls: [{ source: 's', url: 'file:///etc/passwd' }] }),
      'each of "urls" of the file "a.txt", at most 100, must',
    ],
    [
      bad({ urls: Array.from({ length: 101 }, () => ({ source: 's', url: 'https://s.example/' })) }),
      'at most 100, must',
    ],
    [textOf(lockOf({ 'x/a': model([file('a.txt'), file('a.txt')]) })), 'the file "a.txt" is listed twice'],
  ])('%.60s', (text, sentence) => {
    expect(() => parseLock(text)).toThrow(sentence);
  });
});

describe('the sentences about changes', () => {
  const before = lockOf({ 'x/a': model([file('a'), file('b'), file('c')]), 'x/gone': model([file('a')]) });
  const said = (after: Lock) => lockChanges(before, after).map(changeLine);

  test('warn of other bytes at the same revision', () => {
    const files = [file('a', { sha256: 'f'.repeat(64) }), file('b'), file('c')];
    expect(said(lockOf({ ...before.models, 'x/a': model(files) }))).toEqual([
      'x/a: OTHER BYTES at the same revision cccccccccccc, 1 file is other.',
    ]);
  });
});
