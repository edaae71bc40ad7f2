// Tests the list of what was removed for good. An earlier version that does not know days refuses a list with days,
// because it would drop them.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { notePurged, readPurged, readPurgedObjects } from '../../../../generator/days/purged.ts';
import type { Address } from '../../../../src/nouns/address.ts';

const [object, day] = ['a', 'b'].map((digit) => `blake3:${digit.repeat(64)}` as Address) as [Address, Address];

function folder() {
  const data = mkdtempSync(join(tmpdir(), 'model-hub-purged-'));
  onTestFinished(() => rmSync(data, { recursive: true, force: true }));
  const path = join(data, 'purged.json');
  return { data, path, format: () => (JSON.parse(readFileSync(path, 'utf8')) as { format: string }).format };
}

test('a list without days has the first format, one with days the second', () => {
  const { data, format } = folder();
  notePurged(data, { objects: [object] });
  expect(format()).toBe('hub.model-hub.purged/v1');
  notePurged(data, { days: [day] });
  expect(format()).toBe('hub.model-hub.purged/v2');
  notePurged(data, { objects: [object] });
  expect(format()).toBe('hub.model-hub.purged/v2');
  expect([readPurgedObjects(data), readPurged(data)]).toEqual([new Set([object]), new Set([object, day])]);
});

test('a list of a later format is refused, and stays', () => {
  const { data, path } = folder();
  const text = '{"format":"hub.model-hub.purged/v3","objects":[]}\n';
  writeFileSync(path, text);
  expect(() => notePurged(data, { objects: [object] })).toThrow('run the version that wrote it');
  expect(readFileSync(path, 'utf8')).toBe(text);
});
