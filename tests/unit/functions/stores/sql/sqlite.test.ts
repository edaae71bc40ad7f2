// Tests writes to SQLite that arrive together and share a transaction.
import { expect, test } from 'vitest';
import { openRows } from '../../../../../functions/stores/sql/rows.ts';

test('of writes that arrive together, one that fails is undone alone', async () => {
  const rows = openRows({ kind: 'sqlite', path: ':memory:' }, { meanwhile: '', notice: undefined });
  const note = (model: string) =>
    rows.write(async (sql) => {
      await sql`INSERT INTO demand (day, model) VALUES ('2026-01-01', ${model})`;
      if (model === 'o/bad') throw new TypeError('ours');
      return model;
    });
  const written = await Promise.allSettled(['o/a', 'o/bad', 'o/b'].map(note));
  expect(written.map((one) => (one.status === 'fulfilled' ? one.value : (one.reason as Error).message))).toEqual([
    'o/a',
    'ours',
    'o/b',
  ]);
  expect(await rows.read((sql) => sql`SELECT model FROM demand ORDER BY model`)).toEqual([
    { model: 'o/a' },
    { model: 'o/b' },
  ]);
  await rows.close();
});
