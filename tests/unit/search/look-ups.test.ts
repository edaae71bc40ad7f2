import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { searchRows } from '../../bench/search-rows.ts';
import { openIndex, someRows } from './reference.ts';

vi.setConfig({ testTimeout: 60_000 });

const nameOf = (id: string) => id.slice(id.indexOf('/') + 1);

test('ids are found exactly, and back', () => {
  fc.assert(
    fc.property(someRows, (rows) => {
      const index = openIndex(rows);
      for (const [number, { id }] of rows.entries()) {
        expect(index.idAt(number)).toBe(id);
        expect(index.rowOf(id)).toBe(number);
        for (const other of [id.toUpperCase(), `${id}x`, id.slice(0, -1), ` ${id}`]) {
          expect(index.rowOf(other)).toBe(rows.findIndex((row) => row.id === other));
        }
      }
      for (const none of ['', '/', 'é/é', '\u{10ffff}']) expect(index.rowOf(none)).toBe(-1);
    }),
  );
});

test('ids are found whatever their case, and nothing else is', () => {
  fc.assert(
    fc.property(someRows, (rows) => {
      const index = openIndex(rows);
      for (const { id } of rows) {
        for (const asked of [id, id.toUpperCase(), id.toLowerCase(), `${id}-`, id.slice(1), id.slice(0, -1)]) {
          const expected = rows.findIndex((row) => row.id.toLowerCase() === asked.toLowerCase());
          expect(index.rowOfIgnoringCase(asked), asked).toBe(expected);
        }
      }
      for (const none of ['', '/', 'no/where', 'K']) expect(index.rowOfIgnoringCase(none)).toBe(-1);
    }),
  );
});

test('names without owner are found whatever their case: the first two rows that have one', () => {
  fc.assert(
    fc.property(someRows, (rows) => {
      const index = openIndex(rows);
      for (const asked of [...rows.map(({ id }) => nameOf(id).toUpperCase()), '', 'a/b', 'nothing']) {
        const expected = rows.flatMap(({ id }, number) =>
          nameOf(id).toLowerCase() === asked.toLowerCase() ? [number] : [],
        );
        expect(index.rowsByName(asked), asked).toEqual(expected.slice(0, 2));
      }
    }),
  );
});

test('so it is among many rows', () => {
  const rows = [...searchRows(10_000)];
  const index = openIndex(rows);
  const byLowerId = Map.groupBy(rows.keys(), (number) => rows[number]!.id.toLowerCase());
  const byName = Map.groupBy(rows.keys(), (number) => nameOf(rows[number]!.id).toLowerCase());
  for (let number = 0; number < rows.length; number += 37) {
    const { id } = rows[number]!;
    expect(index.rowOf(id)).toBe(number);
    expect(index.rowOfIgnoringCase(id.toUpperCase())).toBe(byLowerId.get(id.toLowerCase())![0]);
    expect(index.rowsByName(nameOf(id))).toEqual(byName.get(nameOf(id).toLowerCase())!.slice(0, 2));
  }
});
