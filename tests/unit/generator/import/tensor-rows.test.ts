// Tests the `tensors` of a file in a row: accepted values, and the facts about the model that follow from them.
import { expect, test } from 'vitest';
import { readImportRow } from '../../../../generator/import/rows/import-row.ts';
import { row, sandbox, service } from './sandbox.ts';

const A = 'alpha/one';
const withTensors = (tensors: unknown, more: object = {}) => {
  const plain = row(A, '', more) as { files: { path: string }[] };
  return { ...plain, files: plain.files.map((file) => (file.path === 'config.json' ? file : { ...file, tensors })) };
};
const imported = async (given: object) => (await sandbox().day([given], '2026-01-01')).models.get(A)!;

test('tensors are stored with the file, and added up for the model', async () => {
  const { object, row: browse } = await imported(withTensors({ F32: 2, BF16: 40 }));
  expect(object.files[1]).toHaveProperty('tensors', { BF16: 40, F32: 2 });
  expect(browse.hub).toMatchObject({ tensors: { BF16: 40, F32: 2 }, parameters: 42 });
});

test('the number of parameters in the row has priority', async () => {
  const { row: browse } = await imported(withTensors({ BF16: 40 }, { parameters: 7 }));
  expect(browse.hub.parameters).toBe(7);
});

test('a model without tensors has the same object and row as in earlier versions', async () => {
  const [plain, nulls] = await Promise.all([imported(row(A)), imported(withTensors(null))]);
  expect(nulls.address).toBe(plain.address);
  expect(JSON.stringify(plain.row)).not.toContain('"tensors"');
});

test.each([{}, { bf16: 1 }, { BF16: -1 }, { BF16: 0.5 }, { '<b>': 1 }, 'BF16', [1]])(
  'the tensors %j are refused',
  (tensors) => {
    const reading = readImportRow(Buffer.from(JSON.stringify(withTensors(tensors))), service);
    expect('faults' in reading && reading.faults[0]).toMatchObject({
      field: 'files[1].tensors',
      reason: 'must say of 1 to 32 data types, such as BF16, how many values there are',
    });
  },
);
