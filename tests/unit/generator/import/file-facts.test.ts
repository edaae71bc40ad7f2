// Tests the facts of a file in a row (`gguf`, `tensors` and `hashed`): the model's object stores them, lists and pages
// show what follows from them.
import { expect, test } from 'vitest';
import { filesHtml } from '../../../../src/components/model/files-html.ts';
import { sourcesHtml, verificationHtml } from '../../../../src/components/model/panels-html.ts';
import { modelTwin } from '../../../../src/dialects/discovery/model-twin.ts';
import { fileEntry } from '../../../../src/dialects/hub/tree-entries.ts';
import { sha256Hex } from '../../../../src/digests/sha.ts';
import { modelPage } from '../../../../src/model-page/model-page.ts';
import { fileTotals, rowsOf } from '../../../../src/resolve/directions.ts';
import { fileRows, formatRow } from '../../../../src/resolve/directions-head.ts';
import { shownFacts } from '../../../../src/resolve/shown-files.ts';
import { type Model, row, sandbox, service } from './sandbox.ts';

const A = 'alpha/one';
const [FIRST, SECOND] = ['2026-01-01', '2026-01-02'];
const GGUF = {
  architecture: 'llama',
  name: 'One',
  fileType: 15,
  contextLength: 4096,
  parameterCount: 1_100_048_384,
  layerCount: 22,
  keyValueHeads: 4,
  headSize: 64,
  bosToken: '<s>',
  eosToken: '</s>',
  chatTemplate: '{% for message in messages %}\n{{ message }}\t{% endfor %}',
};

/** Makes a row of two files, and gives each of them these facts. */
function given([config, weights]: [object, object], more: object = {}) {
  const plain = row(A, '', more) as { files: [object, object] };
  return {
    ...plain,
    files: [
      { ...plain.files[0], ...config },
      { ...plain.files[1], ...weights },
    ],
  };
}
const gguf = (facts: unknown): [object, object] => [{}, { path: 'one-Q4_K_M.gguf', gguf: facts }];
const imported = async (one: object, box = sandbox(), day = FIRST) => (await box.day([one], day)).models.get(A)!;

test('facts of a GGUF header are in the model object, except those that nobody knows, and not in its row', async () => {
  const { object, row: browse } = await imported(given(gguf(GGUF)));
  expect(object.files[0]).not.toHaveProperty('gguf');
  expect(object.files[1]!.gguf).toEqual(GGUF);
  expect(JSON.stringify(browse)).not.toContain('<s>');
  expect(browse.hub).toMatchObject({ parameters: 1_100_048_384, context: 4096 });
  const some = await imported(given(gguf({ architecture: 'llama', fileType: null })));
  expect(some.object.files[1]!.gguf).toEqual({ architecture: 'llama' });
});

test('a header stays known for as long as the model has the file, unless the row says that nothing is known', async () => {
  const box = sandbox();
  const before = await imported(given(gguf(GGUF)), box);
  expect((await imported(given(gguf(undefined)), box, SECOND)).address).toBe(before.address);
  const other = await imported(given([{}, { path: 'one-Q8_0.gguf', sha256: 'e'.repeat(64) }]), box, '2026-01-03');
  expect(other.object.files[1]).not.toHaveProperty('gguf');
  const unknown = await imported(given(gguf({})), box, '2026-01-04');
  expect(unknown.object.files[1]!.gguf).toEqual({});
});

test('tensors are added up for the model, whose own number of parameters has priority', async () => {
  const { object, row: browse } = await imported(given([{}, { tensors: { F32: 2, BF16: 40 } }]));
  expect(object.files[1]).toHaveProperty('tensors', { BF16: 40, F32: 2 });
  expect(browse.hub).toMatchObject({ tensors: { BF16: 40, F32: 2 }, parameters: 42 });
  const stated = await imported(given([{}, { tensors: { BF16: 40 } }], { parameters: 7 }));
  expect(stated.row.hub.parameters).toBe(7);
});

/** Makes the page of a model from its directions, as the hub does. */
function pageOf({ object, sources, row }: Model) {
  const rows = rowsOf(object.files, sources);
  const read = fileRows(rows.map((one) => formatRow(one).slice(0, -1)));
  expect(read).toEqual(rows);
  return modelPage({ license: null, row, ...shownFacts(read, fileTotals(rows, sources)), sources: service.sources });
}
const HUB = 'https://hub.example';

test('the origin of each file’s hash is kept, and shown with the hash', async () => {
  const model = await imported(given([{ hashed: 'read' }, { hashed: 'declared' }]));
  expect(model.object.files.map(({ hashed }) => hashed)).toEqual(['read', 'declared']);
  expect(model.object.files.map((file) => fileEntry(file, undefined).hashed)).toEqual(['read', 'declared']);
  const page = pageOf(model);
  const [first, second] = page.files.map(({ sha256 }) => sha256);
  const table = filesHtml(page, HUB).text;
  expect(table).toContain(`<code>${first}</code> <span class="note">read</span>`);
  expect(table).toContain(`<code>${second}</code> <span class="note">declared</span>`);
  expect(verificationHtml(page, HUB).text).toContain(
    '1 file was read and hashed for this index. A source declares the hash of 1 file.',
  );
  const twin = modelTwin(page, HUB);
  expect(twin).toContain('| Path | Bytes | SHA-256 | Hash |\n| --- | ---: | --- | --- |\n');
  expect(twin).toContain(`| ${first} | read |`);
});

const other = { path: 'config.json', sha256: sha256Hex('other bytes'), seen: '2025-12-31' };

test('the other bytes of a file at a source are stored with the source, and shown with their day', async () => {
  const srcb = { source: 'srcb', files: ['model.safetensors'], differs: [other] };
  const model = await imported(row(A, '', { sources: [{ source: 'srca' }, srcb] }));
  expect(model.sources[1]).toMatchObject(srcb);
  expect(model.row.hub.sources).toEqual(['Source A']);
  const page = pageOf(model);
  const sentence =
    '1 of 2 files has other bytes there, so the hub sends nobody there for it: config.json (since 2025-12-31).';
  expect(sourcesHtml(page, HUB).text).toContain(sentence);
  expect(modelTwin(page, HUB)).toContain(sentence);
});
