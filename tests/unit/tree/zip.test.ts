// Tests that a pack is a ZIP that common tools can read, and that its directory gives the position of each entry.

import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { directorySpan, formatZip, readDirectory, ZIP_TAIL, type ZipEntry } from '../../../src/tree/zip.ts';
import { inAll } from '../../fixtures/in-all.ts';
import { commandMissing, needs } from '../../fixtures/needs.ts';

const bytesOf = (text: string) => new TextEncoder().encode(text);
const zipOf = (entries: ZipEntry[]) => formatZip(entries, crc32);

function placesOf(zip: Uint8Array) {
  const { start, end } = directorySpan(zip.subarray(-ZIP_TAIL), zip.length);
  return readDirectory(zip.subarray(start, end));
}

test('every entry is found, and the directory is sorted by name', () => {
  const name = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 });
  const entries = fc.uniqueArray(fc.record({ name, bytes: fc.uint8Array({ maxLength: 50 }) }), {
    selector: (entry) => entry.name.toWellFormed(),
  });
  fc.assert(
    fc.property(entries, (given) => {
      const zip = zipOf(given);
      const places = placesOf(zip);
      expect(places).toHaveLength(given.length);
      const names = places.map((place) => Buffer.from(place.name));
      expect(names).toEqual(names.toSorted(Buffer.compare));
      for (const { name, bytes } of given) {
        const found = places.find((place) => place.name === name.toWellFormed())!;
        expect(Buffer.from(zip.subarray(found.start, found.end))).toEqual(Buffer.from(bytes));
      }
    }),
  );
});

test.each(['', 'no ZIP at all, but long enough to be one'])('%j is not a ZIP', (text) => {
  expect(() => directorySpan(bytesOf(text), text.length)).toThrow('does not end as a ZIP');
});

const PYTHON = `
import sys, zipfile
zip = zipfile.ZipFile(sys.argv[1])
assert zip.testzip() is None
names = zip.namelist()
print(len(names), names[0], zip.read(names[-1]).decode())
`;

import { folderOfTest } from '../../fixtures/own-folder.ts';

function python(zip: Uint8Array): string {
  const path = join(folderOfTest(), 'a.zip');
  writeFileSync(path, zip);
  return execFileSync('python3', ['-c', PYTHON, path], { encoding: 'utf8' });
}

describe('Python reads a ZIP', () => {
  for (const count of [1, 65_534, 65_535, 65_600])
    test(`with ${count} entries`, {
      ...inAll(count === 65_534 || count === 65_600),
      ...needs(commandMissing('python3', 'apt-get install python3')),
    }, () => {
      const entries = Array.from({ length: count }, (_, at) => ({
        name: `tree/ü/${String(at).padStart(6, '0')}.json`,
        bytes: bytesOf(`entry ${at}`),
      }));
      expect(python(zipOf(entries.toReversed()))).toBe(`${count} tree/ü/000000.json entry ${count - 1}\n`);
    });
});
