// Tests the facts of a model in a row: the allowed values of each kind.
import { expect, test } from 'vitest';
import { readImportRow } from '../../../generator/import/rows/import-row.ts';
import { importRowOf } from '../../../generator/mirror/derived-model.ts';
import { BROWSE_FACTS } from '../../../src/nouns/browse-facts.ts';
import { sandbox, service } from '../generator/import/sandbox.ts';

const row = { id: 'o/n', revision: 'f'.repeat(40), files: [{ path: 'a', size: 1, sha256: 'a'.repeat(64) }] };

const samples = {
  text: ['a text', 7, 'must be a text of 1 to 512 characters'],
  texts: [['a', 'b'], 'a', 'must be a list of texts'],
  moment: ['2026-01-31T09:30:00.000Z', 7, 'must be a text of 1 to 512 characters'],
  count: [0, -1, 'must be a whole number, 0 or more'],
  size: [1, 0, /^must be a whole number( of \w+)?, 1 or more$/],
  integer: [-3, 0.5, 'must be a whole number'],
} as const;

test.each(Object.entries(BROWSE_FACTS))('the fact %s accepts values of its kind, and no others', (name, { is }) => {
  const [good, bad, reason] = samples[is];
  const read = (value: unknown) => readImportRow(Buffer.from(JSON.stringify({ ...row, [name]: value })), service);
  expect(read(good)).toMatchObject({ row: { facts: { [name]: good } } });
  const told = typeof reason === 'string' ? reason : expect.stringMatching(reason);
  expect(read(bad)).toEqual({ id: row.id, faults: [{ field: name, reason: told }] });
});

test('a mirror gets every fact of a model from a day, and so does a later day of the crawl', async () => {
  const given = Object.fromEntries(Object.entries(BROWSE_FACTS).map(([name, { is }]) => [name, samples[is][0]]));
  const [day, id] = ['2026-01-01', row.id];
  const first = (await sandbox('first').day([{ ...row, ...given }], day)).models.get(id)!;
  const again = importRowOf(first.row, first.object, first.sources);
  const second = (await sandbox('second').day([again], day)).models.get(id)!;
  expect(second.row).toEqual(first.row);
  expect(JSON.stringify(first.row)).toContain('"a text"');
});
