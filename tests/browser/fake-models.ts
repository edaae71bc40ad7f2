// Makes the models of the made-up hub: files with hashes, sources that hold all files or some, quantisations. Other ids
// have no page.
import { createHash } from 'node:crypto';
import { type ModelPage, modelPage, type NoModelPage } from '../../src/model-page/model-page.ts';
import type { PageHeader } from '../../src/model-page/page-history.ts';
import type { ModelRow } from '../../src/shapes/models.ts';

/** A model for transformers, whose weights are in several safetensors files. */
export const PLAIN = 'Northlight/lantern-8b-instruct';
/** A model with quantisations in GGUF, whose header is known. */
export const GGUF = 'tidepool/Lantern-30B-A3B-Instruct-GGUF';

/** The id of a gated model, whose page only says that the model is gated. */
export const GATED = 'gate/closed';
/** A model of 5,000 files, in shards and folders. */
export const LARGE = 'Northlight/five-thousand-files';
/** `THIRTY` is a model of thirty files, `MANY` a model of 300 files. */
export const THIRTY = 'Northlight/thirty-files';
export const MANY = 'Northlight/three-hundred-files';
/** A model without any optional fact. */
export const BARE = 'tidepool/fell-off-the-list';

const sources = [
  { token: 'srca', display: 'Source A', host: 'source-a.example' },
  { token: 'srcb', display: 'Source B', host: 'source-b.example' },
  { token: 'ipfs', display: 'IPFS', host: 'ipfs' },
];
const GIB = 2 ** 30;

/** Returns the page of a model in `rows` or of a model named above; for any other id, the reason why it has no page. */
export function madeUpModel(rows: readonly ModelRow[], id: string): ModelPage | NoModelPage {
  if (id === GATED) return { id, why: 'gated', origin: `https://source-a.example/${id}` };
  const row = SIZED[id] ? sizedRow(id) : rows.find((one) => one.id === id);
  if (row) return madeUpPage(row);
  const better = rows.find((one) => one.id.toLowerCase() === id.toLowerCase())?.id;
  return { id, why: 'unknown', ...(better === undefined ? {} : { better }) };
}

function madeUpPage(row: ModelRow): ModelPage {
  const sizes = SIZED[row.id]?.() ?? (row.library_name === 'gguf' ? ggufFiles(row) : plainFiles(row));
  const files = Object.entries(sizes)
    .sort(([one], [other]) => Buffer.compare(Buffer.from(one), Buffer.from(other)))
    .map(([path, size]) => ({ path, size, sha256: sha256(`${row.id} ${path}`) }));
  const held = sources.filter(({ display }) => row.hub.sources?.includes(display));
  const small = files.filter(({ size }) => size < GIB).map(({ path }) => path);
  // The second source has only the small files, as mirrors often do.
  const places = held.map(({ token }) => (token === 'srcb' ? { source: token, files: small } : { source: token }));
  const license = row.tags?.find((tag) => tag.startsWith('license:'))?.slice('license:'.length);
  const header = row.library_name === 'gguf' ? { header: HEADER } : undefined;
  const homes = 'https://source-a.example/';
  return modelPage({ license, row, files, places, sources, homes, loggedAs: 'signed', details: header });
}

const HEADER: PageHeader = {
  ...{ layerCount: 48, keyValueHeads: 4, headSize: 128, contextLength: 262_144 },
  ...{ architecture: 'lantern', parameterCount: 30_532_122_624 },
};

function plainFiles({ hub }: ModelRow): Record<string, number> {
  const shared = { '.gitattributes': 1_519, 'README.md': 9_204, 'config.json': 734 };
  if (hub.weight_bytes === undefined) return shared;
  const words = { 'tokenizer.json': 2_480_466, 'tokenizer_config.json': 50_641, 'onnx/config.json': 734 };
  const rest = { ...shared, ...words, 'onnx/model.onnx': Math.round(hub.weight_bytes / 4) };
  const shards = Math.ceil(hub.weight_bytes / (5 * GIB));
  if (shards === 1) return { ...rest, 'model.safetensors': hub.weight_bytes };
  const digits = (at: number) => String(at).padStart(5, '0');
  const names = Array.from({ length: shards }, (_, at) => `model-${digits(at + 1)}-of-${digits(shards)}.safetensors`);
  return {
    ...rest,
    'model.safetensors.index.json': 26_811,
    ...Object.fromEntries(names.map((name) => [name, Math.round(hub.weight_bytes! / shards)])),
  };
}

function ggufFiles({ id, hub }: ModelRow): Record<string, number> {
  const stem = id.slice(id.indexOf('/') + 1).replace('-GGUF', '');
  const bits = { Q2_K: 3, Q3_K_M: 4, Q4_0: 4.5, Q4_K_M: 5, Q5_K_M: 6, Q6_K: 7, Q8_0: 8.5 };
  const whole = Object.entries(bits).map(([quant, each]): [string, number] => [
    `${stem}-${quant}.gguf`,
    Math.round(((hub.parameters ?? 8e9) * each) / 8),
  ]);
  const halves = [1, 2].map((at): [string, number] => [
    `BF16/${stem}-BF16-0000${at}-of-00002.gguf`,
    hub.parameters ?? 8e9,
  ]);
  return Object.fromEntries([
    ['README.md', 12_044],
    ['imatrix_unsloth.dat', 121_983_040],
    [`mmproj-${stem}-F16.gguf`, 1_160_000_000],
    ...whole,
    ...halves,
  ]);
}

/** The sizes in bytes of the files of large models, by path. */
const SIZED: Record<string, () => Record<string, number>> = {
  [LARGE]: () => manyFiles(5_000),
  [MANY]: () => manyFiles(300),
  [THIRTY]: () => manyFiles(30),
};

function manyFiles(files: number): Record<string, number> {
  const names = Array.from({ length: files - 2 }, (_, at): [string, number] => [
    `checkpoints/step-${String(Math.floor(at / 50) * 1000).padStart(6, '0')}/rank_${at % 50}.safetensors`,
    300_000_000 + at,
  ]);
  return Object.fromEntries([['README.md', 2_040], ['config.json', 811], ...names]);
}

function sizedRow(id: string): ModelRow {
  return {
    ...{ id, modelId: id, sha: 'e'.repeat(40), private: false, gated: false, disabled: false },
    ...{
      author: 'Northlight',
      library_name: 'pytorch',
      tags: ['license:mit'],
      likes: 12,
      downloads: 340,
    },
    hub: { manifest: `blake3:${'7'.repeat(64)}`, files: 5_000, weight_bytes: 1_511_887_500_000, sources: ['Source A'] },
  };
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
