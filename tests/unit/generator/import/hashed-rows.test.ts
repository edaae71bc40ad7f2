// Tests the fact that says how a file's hash was obtained: the fact is read from a row, stored in the object, and shown
// beside the hash, or absent everywhere.
import { expect, test } from 'vitest';
import { readImportRow } from '../../../../generator/import/rows/import-row.ts';
import { formatModelObject } from '../../../../src/catalog/model-object.ts';
import { filesHtml } from '../../../../src/components/model/files-html.ts';
import { verificationHtml } from '../../../../src/components/model/panels-html.ts';
import { modelTwin } from '../../../../src/dialects/discovery/model-twin.ts';
import { fileEntry } from '../../../../src/dialects/hub/tree-entries.ts';
import { modelPage } from '../../../../src/model-page/model-page.ts';
import { fileTotals, rowsOf } from '../../../../src/resolve/directions.ts';
import { fileRows, formatRow } from '../../../../src/resolve/directions-row.ts';
import { shownFacts } from '../../../../src/resolve/shown-files.ts';
import { type Model, row, sandbox, service } from './sandbox.ts';

const A = 'alpha/one';
const withHashed = (...how: unknown[]) => {
  const plain = row(A) as { files: object[] };
  return { ...plain, files: plain.files.map((file, at) => ({ ...file, hashed: how[at] })) };
};

async function imported(given: object): Promise<Model> {
  const { models } = await sandbox().day([given as Record<string, unknown>], '2026-01-01');
  return models.get(A)!;
}

/** Makes the page of a model from its directions, as the hub does. */
function pageOf({ object, sources, row }: Model) {
  const rows = rowsOf(object.files, sources);
  const read = fileRows(rows.map((one) => formatRow(one).slice(0, -1)));
  expect(read).toEqual(rows);
  const facts = shownFacts(read, fileTotals(rows, sources));
  return modelPage({ license: null, row, ...facts, sources: service.sources });
}

test('the origin of each file’s hash is kept, and shown with the hash', async () => {
  const model = await imported(withHashed('read', 'declared'));
  expect(model.object.files.map(({ path, hashed }) => [path, hashed])).toEqual([
    ['config.json', 'read'],
    ['model.safetensors', 'declared'],
  ]);
  expect(model.object.files.map((file) => fileEntry(file, undefined).hashed)).toEqual(['read', 'declared']);
  const page = pageOf(model);
  const [first, second] = page.files.map(({ sha256 }) => sha256);
  const table = filesHtml(page, 'https://hub.example', { order: 'path', via: undefined }).text;
  expect(table).toContain(`<code>${first}</code> <span class="note">read</span>`);
  expect(table).toContain(`<code>${second}</code> <span class="note">declared</span>`);
  expect(verificationHtml(page, 'https://hub.example').text).toContain(
    '1 file was read and hashed for this index. A source declares the hash of 1 file.',
  );
  const twin = modelTwin(page, 'https://hub.example');
  expect(twin).toContain('| Path | Bytes | SHA-256 | Hash |\n| --- | ---: | --- | --- |\n');
  expect(twin).toContain(`| ${first} | read |`);
});

test('a model without this fact has the same object and page as before', async () => {
  const [plain, nulls] = await Promise.all([imported(row(A)), imported(withHashed(null, null))]);
  expect(nulls.address).toBe(plain.address);
  expect(formatModelObject(plain.object)).not.toContain('hashed');
  const page = pageOf(plain);
  expect(JSON.stringify(page)).not.toContain('hashed');
  expect(modelTwin(page, 'https://hub.example')).toContain('| Path | Bytes | SHA-256 |\n| --- | ---: | --- |\n');
});

test('any other value of this fact is refused', () => {
  const reading = readImportRow(Buffer.from(JSON.stringify(withHashed('guessed', 'read'))), service);
  expect(reading).toMatchObject({ faults: [{ field: 'files[0].hashed', reason: 'must be read or declared' }] });
});
