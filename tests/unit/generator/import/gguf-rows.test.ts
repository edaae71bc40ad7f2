/** Tests the `gguf` facts of a file in a row: accepted and refused facts, and their effect on a model's object. */
import { describe, expect, test } from 'vitest';
import { readImportRow } from '../../../../generator/import/rows/import-row.ts';
import { row, sandbox, service, sha256 } from './sandbox.ts';

const A = 'alpha/one';
const facts = {
  architecture: 'llama',
  name: 'One',
  fileType: 15,
  contextLength: 4096,
  parameterCount: 1_100_048_384,
  layerCount: 22,
  keyValueHeads: 4,
  headSize: 64,
  chatTemplate: '{% for message in messages %}\n{{ message }}\t{% endfor %}',
  bosToken: '<s>',
  eosToken: '</s>',
};

const withGguf = (gguf: unknown) => ({
  ...row(A),
  files: [
    { path: 'README.md', size: 1, sha256: sha256('readme') },
    { path: 'one-Q4_K_M.gguf', size: 9, sha256: sha256('weights'), gguf },
  ],
});

function faultsOf(gguf: unknown): string[] {
  const reading = readImportRow(Buffer.from(JSON.stringify(withGguf(gguf))), service);
  return 'faults' in reading ? reading.faults.map(({ field, reason }) => `${field} ${reason}`) : [];
}

describe('accepted', () => {
  test('every fact is in the model object and nowhere else', async () => {
    const { models } = await sandbox().day([withGguf(facts)], '2026-01-01');
    const { object, row: browse } = models.get(A)!;
    expect(object.files[0]).not.toHaveProperty('gguf');
    expect(object.files[1]).toEqual({ path: 'one-Q4_K_M.gguf', size: 9, sha256: sha256('weights'), gguf: facts });
    expect(JSON.stringify(browse)).not.toContain('<s>');
    expect(browse.hub).toMatchObject({ parameters: 1_100_048_384, context: 4096 });
  });

  test.each([
    ['none', undefined],
    ['null', null],
    ['an empty object', {}],
    ['nulls, which say that nobody knows', { architecture: null, fileType: null, chatTemplate: null }],
    ['a template as long as can be', { chatTemplate: 'x'.repeat(65_536) }],
    ['zeros', { fileType: 0, contextLength: 0, parameterCount: 0 }],
  ])('accepted facts: %s', (_name, gguf) => expect(faultsOf(gguf)).toEqual([]));

  test('unknown facts are absent', async () => {
    const { models } = await sandbox().day([withGguf({ architecture: 'llama', fileType: null })], '2026-01-01');
    expect(models.get(A)!.object.files[1]).toHaveProperty('gguf', { architecture: 'llama' });
  });

  test('unknown fields are dropped, and counted', async () => {
    const [box, plain] = [sandbox('more'), sandbox('plain')];
    const rows = [withGguf({ ...facts, quantised_by: 'me', alignment: 32 })];
    const report = await box.import(rows, '2026-01-01');
    expect(report.ignoredFields).toEqual({ 'files[].gguf.quantised_by': 1, 'files[].gguf.alignment': 1 });
    const [more, known] = [await box.day(rows, '2026-01-01'), await plain.day([withGguf(facts)], '2026-01-01')];
    expect(more.catalog.address).toBe(known.catalog.address);
  });
});

describe('refused, with the field and the reason', () => {
  const at = 'files[1].gguf';
  const count = 'must be a whole number, 0 or more';
  test.each([
    ['a text', 'llama', `${at} must be an object with facts of the file’s GGUF header`],
    ['a list', [], `${at} must be an object with facts of the file’s GGUF header`],
    [
      'a template that is too long',
      { chatTemplate: 'x'.repeat(65_537) },
      `${at}.chatTemplate must be a text of 1 to 65536 characters`,
    ],
    ['an empty template', { chatTemplate: '' }, `${at}.chatTemplate must be a text of 1 to 65536 characters`],
    [
      'several templates',
      { chatTemplate: [{ name: 'default', template: 'x' }] },
      `${at}.chatTemplate must be a text of 1 to 65536 characters`,
    ],
    ['a file type by its name', { fileType: 'Q4_K_M' }, `${at}.fileType ${count}`],
    ['half a parameter', { parameterCount: 0.5 }, `${at}.parameterCount ${count}`],
    ['a context below zero', { contextLength: -1 }, `${at}.contextLength ${count}`],
    ['heads by layer', { keyValueHeads: [4, 8] }, `${at}.keyValueHeads ${count}`],
    ['layers in words', { layerCount: 'many' }, `${at}.layerCount ${count}`],
    ['half a head', { headSize: 64.5 }, `${at}.headSize ${count}`],
    [
      'an architecture that is a number',
      { architecture: 7 },
      `${at}.architecture must be a text of 1 to 512 characters`,
    ],
    ['a token’s id', { eosToken: 2 }, `${at}.eosToken must be a text of 1 to 512 characters`],
  ])('refused facts: %s', (_name, gguf, fault) => expect(faultsOf(gguf)).toEqual([fault]));
});

describe('from day to day', () => {
  test('a model with the same facts keeps its object, whatever the order of the facts', async () => {
    const box = sandbox();
    const first = await box.day([withGguf(facts)], '2026-01-01');
    const backwards = Object.fromEntries(Object.entries(facts).reverse());
    const second = await box.day([{ ...withGguf(backwards), likes: 4 }], '2026-01-02');
    expect(second.models.get(A)!.address).toBe(first.models.get(A)!.address);
  });

  test('a model whose header was read later gets a new object that points to the earlier one', async () => {
    const box = sandbox();
    const first = await box.day([withGguf(undefined)], '2026-01-01');
    const second = await box.day([withGguf(facts)], '2026-01-02');
    expect(second.models.get(A)!.object).toMatchObject({ prev: first.models.get(A)!.address });
  });
});
