/** Starts the demo's three simulated sources with their files, and makes the import rows that name the sources. */
import { type ByteSource, type Holding, startByteSource } from './byte-source.ts';
import { ggufFacts } from './gguf-facts.ts';
import { importRow, type Place, rootName, type TinyModel, tinyBert, tinyLlama, tinyLlamaGguf } from './tiny-models.ts';

export type SourceToken = 'srca' | 'srcb' | 'ipfs';

/** A model and the sources that have it. */
export interface PlacedModel {
  readonly model: TinyModel;
  readonly places: readonly (Place & { readonly source: SourceToken })[];
}

/** The file that the prober requests from a source, with the id, revision or root that the source has for the model. */
export interface ProbeFile {
  readonly id?: string;
  readonly revision?: string;
  readonly root?: string;
  readonly path: string;
  readonly sha256: string;
}

export interface DemoSources {
  readonly llama: PlacedModel;
  readonly gguf: PlacedModel;
  readonly bert: PlacedModel;
  readonly running: Readonly<Record<SourceToken, ByteSource>>;
  readonly probes: Readonly<Record<SourceToken, ProbeFile>>;
  down(): Promise<void>;
}

/** The id of a gated model. Its import row has no files. */
export const gatedId = 'demo-models/tiny-gated';

/**
 * Starts the three sources. Source A has all models. Source B has all files of the llama model and only the weights
 * of the GGUF model, under names of its own. The IPFS gateway has the GGUF model.
 */
export async function startDemoSources(): Promise<DemoSources> {
  const [llama, gguf, bert] = [placeLlama(tinyLlama()), placeGguf(tinyLlamaGguf()), placeBert(tinyBert())];
  const placed = [llama, gguf, bert];
  const start = (token: SourceToken): Promise<ByteSource> =>
    startByteSource({ layout: token, holdings: placed.flatMap((item) => holdingsOf(item, token)) });
  const running = { srca: await start('srca'), srcb: await start('srcb'), ipfs: await start('ipfs') };
  return {
    llama,
    gguf,
    bert,
    running,
    probes: {
      srca: probeFile(bert, 'srca', 'config.json'),
      srcb: probeFile(llama, 'srcb', 'config.json'),
      ipfs: probeFile(gguf, 'ipfs', 'README.md'),
    },
    down: async () => {
      await Promise.all(Object.values(running).map((source) => source.down()));
    },
  };
}

function placeLlama(model: TinyModel): PlacedModel {
  return { model, places: [atSourceA(model), { source: 'srcb', id: 'demo-lab/Tiny-Llama', revision: 'master' }] };
}

function placeGguf(model: TinyModel): PlacedModel {
  const weights = [...model.files.keys()].filter((path) => path.endsWith('.gguf'));
  return {
    model,
    places: [
      atSourceA(model),
      { source: 'srcb', id: 'demo-lab/Tiny-Llama-GGUF', revision: 'master', files: weights },
      { source: 'ipfs', root: rootName(model) },
    ],
  };
}

function placeBert(model: TinyModel): PlacedModel {
  return { model, places: [atSourceA(model)] };
}

function atSourceA(model: TinyModel): PlacedModel['places'][number] {
  return { source: 'srca', id: model.id, revision: model.revision };
}

function holdingsOf({ model, places }: PlacedModel, token: SourceToken): Holding[] {
  return places
    .filter((place) => place.source === token)
    .map((place) => ({
      id: place.id ?? model.id,
      revision: place.revision ?? model.revision,
      root: place.root ?? '',
      files: new Map(
        [...model.files]
          .filter(([path]) => place.files?.includes(path) ?? true)
          .map(([path, file]) => [path, file.bytes]),
      ),
    }));
}

function probeFile({ model, places }: PlacedModel, token: SourceToken, path: string): ProbeFile {
  const place = places.find((candidate) => candidate.source === token);
  const file = model.files.get(path);
  if (place === undefined || file === undefined) throw new Error(`${token} holds no ${path} of ${model.id}`);
  const { id, revision, root } = place;
  return {
    ...(root === undefined ? { id: id ?? model.id, revision: revision ?? model.revision } : { root }),
    path,
    sha256: file.sha256,
  };
}

/** Lists the tokens of the sources that have the file, in no particular order. */
export function holdersOf({ places }: PlacedModel, path: string): SourceToken[] {
  return places.filter((place) => place.files?.includes(path) ?? true).map((place) => place.source);
}

/** Makes the import file of the demo's models, with a JSON object on each line. The last line is the gated model. */
export async function importLines(sources: DemoSources): Promise<string> {
  const rows: object[] = [];
  for (const { model, places } of [sources.llama, sources.gguf, sources.bert])
    rows.push(importRow(model, places, await ggufFacts(model)));
  return [...rows, { id: gatedId, gated: true }].map((row) => `${JSON.stringify(row)}\n`).join('');
}
