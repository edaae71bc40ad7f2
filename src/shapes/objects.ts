// The schemas of the index's objects: catalog, model, source and card. The name of an object is the BLAKE3 of its
// bytes.
import { type Static, type TOptional, type TString, Type } from 'typebox';
import { type PlaceName, SOURCE_KINDS, type SourceKind } from '../nouns/source-kinds.ts';
import { CARD_FORMAT, CATALOG_FORMAT, MODEL_FORMAT, SOURCE_FORMAT } from './formats.ts';
import { ModelRow } from './models.ts';
import {
  address,
  addressOrNull,
  booleanShape,
  COUNT,
  choice,
  commit,
  constant,
  countShape,
  countsBy,
  dayShape,
  hashed,
  listOf,
  mapOf,
  modelId,
  optional,
  parsedAddress,
  part,
  sha256Shape,
  shape,
  textOrNull,
  textShape,
  texts,
} from './notation.ts';

export const GgufFacts = shape('GgufFacts', 'What the header of a GGUF file says of itself.', {
  architecture: optional(textShape('`general.architecture`.')),
  name: optional(textShape('`general.name`.')),
  fileType: optional(countShape('`general.file_type`, the number of a quantisation.')),
  contextLength: optional(countShape('Tokens.')),
  parameterCount: optional(countShape('Weights, counted over the tensors.')),
  layerCount: optional(countShape('Layers.')),
  keyValueHeads: optional(countShape('Heads of keys and values in each layer; absent when layers differ.')),
  headSize: optional(countShape('Values of one head’s key.')),
  chatTemplate: optional(textShape('A Jinja template.')),
  bosToken: optional(textShape('The token that begins an input.')),
  eosToken: optional(textShape('The token that ends an answer.')),
});
export type GgufFacts = Static<typeof GgufFacts>;

export const ModelFile = shape('ModelFile', 'A file of a model.', {
  path: textShape('The path in the repository.'),
  size: countShape('Bytes.'),
  sha256: sha256Shape('SHA-256 of the bytes.'),
  hashed: optional(hashed),
  gguf: optional(part(GgufFacts)),
  tensors: optional(countsBy('Values by data type, as the header of a safetensors file declares them.')),
});
export type ModelFile = Static<typeof ModelFile>;

const catalogEntry = Type.Object({
  model: parsedAddress('The model object.'),
  sources: listOf(parsedAddress(), 'The source objects.'),
  card: optional(parsedAddress('The card object; absent where no card is kept.')),
  indexed: optional(dayShape('The day on which this id first came into the index; absent where that is not known.')),
  days: optional(
    listOf(
      dayShape('A day.'),
      'If the model object ever changed: the days on which this one and the ones before it came, newest first, ten at most, as far as they are known.',
    ),
  ),
});
/** The entry of one model in the member `models` of the catalog. */
export type CatalogEntry = Static<typeof catalogEntry>;

export const CatalogObject = shape('CatalogObject', 'A day of the whole index.', {
  format: constant(CATALOG_FORMAT, 'The format of this object.'),
  gated: listOf(modelId('A model’s id.'), 'Ids that their origin gives to signed-in people only: refused here.'),
  models: mapOf(catalogEntry, 'By model id: the addresses of its facts and its places.'),
  prev: addressOrNull('The catalog of the day before; null on the first day.'),
  rows: listOf(part(ModelRow), 'The rows that search is made of.'),
  snapshot: dayShape('The day this catalog was built.'),
});
export type CatalogObject = Static<typeof CatalogObject>;

export const ModelObject = shape('ModelObject', 'One model at one revision: what every hash of it hangs from.', {
  format: constant(MODEL_FORMAT, 'The format of this object.'),
  id: modelId('`owner/name`.'),
  revision: commit('The indexed commit.'),
  license: textOrNull('The licence’s id at its origin; null when that is not known.'),
  files: listOf(part(ModelFile), 'Every file, sorted by the bytes of its path.'),
  prev: addressOrNull('The object this one replaced; null for the first.'),
  parameters: optional(countShape('Parameters of the model.')),
  context: optional(countShape('The longest input in tokens.')),
});
export type ModelObject = Static<typeof ModelObject>;

export const CardObject = shape('CardObject', 'What the authors of a model say of it.', {
  format: constant(CARD_FORMAT, 'The format of this object.'),
  id: modelId('The model whose card it is, `owner/name`.'),
  path: textShape('The file that the text is of: `README.md`.'),
  sha256: sha256Shape('SHA-256 of that file, as the model object has it: of the text in UTF-8.'),
  license: textOrNull(
    'The licence of the model, under which its authors publish the text; null when that is not known.',
  ),
  text: textShape('The whole file.'),
});
export type CardObject = Static<typeof CardObject>;

export const ChunkedFile = shape('ChunkedFile', 'A file published in pieces.', {
  path: textShape('Where the file belongs, relative to the others.'),
  size: countShape('Bytes.'),
  sha256: sha256Shape('SHA-256 of the whole file.'),
  chunk_size: countShape('Bytes of every chunk but the last.'),
  chunks: listOf(address('A chunk.'), 'The objects that make up the file when joined in this order.'),
});
export type ChunkedFile = Static<typeof ChunkedFile>;

const placeNames = Object.fromEntries(
  Object.values(SOURCE_KINDS).flatMap(({ names }) =>
    Object.entries(names).map(([name, { about }]) => [name, optional(textShape(about))]),
  ),
) as Record<PlaceName, TOptional<TString>>;

export const DifferingFile = shape(
  'DifferingFile',
  'A file that a source has with other bytes than this index names.',
  {
    path: textShape('A path of the model.'),
    sha256: sha256Shape('What the source says of the file there.'),
    seen: optional(dayShape('The day on which that was first found; absent where that is not known.')),
  },
);
export type DifferingFile = Static<typeof DifferingFile>;

export const SourceObject = shape('SourceObject', 'One place where the bytes of one revision can be fetched.', {
  format: constant(SOURCE_FORMAT, 'The format of this object.'),
  model: addressOrNull('The model object whose bytes are there; null only in a record of chunks.'),
  kind: choice([...(Object.keys(SOURCE_KINDS) as SourceKind[]), 'chunks'], 'How the bytes are fetched.'),
  source: textShape('The source’s token, as in `/via/{source}`; `objects` for chunks.'),
  ...placeNames,
  files: optional(texts('Present when the source holds only these paths.')),
  differs: optional(
    listOf(part(DifferingFile), 'Files that it has with other bytes, sorted by path: nobody is sent there for them.'),
  ),
  pinned: optional(
    Type.Unsafe<string | boolean>({
      oneOf: [{ type: 'string', format: 'date' }, { type: 'boolean' }],
      description: 'Kept on IPFS, since that day where it is known; false when nobody keeps it there.',
    }),
  ),
  hidden: optional(booleanShape('Kept out of the list that people are shown.')),
  joined: optional(listOf(part(ChunkedFile), 'In a record of kind `chunks`: the files, sorted by path.')),
});
export type SourceObject = Static<typeof SourceObject>;

const int32 = (description: string) => Type.Integer({ ...COUNT, format: 'int32', maximum: 2 ** 31 - 1, description });

/**
 * The states of a module. `starting`: no index is built yet. `closed`: the operator has not opened the module.
 * `unavailable`: the module's store does not answer.
 */
const STATES = ['ready', 'starting', 'closed', 'unavailable'] as const;
export type ModuleState = (typeof STATES)[number];

export const OperationInfo = shape('OperationInfo', 'Something that can be asked of this server.', {
  id: textShape('Module and verb: `objects.publish`.'),
  kind: choice(['read', 'mutation', 'stream'], 'Whether it changes anything.'),
  fallback_safe_before_dispatch: booleanShape('A client that can’t send it may ask another server: nothing is lost.'),
});
export type OperationInfo = Static<typeof OperationInfo>;

export const ModuleInfo = shape('ModuleInfo', 'A part of the service, with its operations and its readiness.', {
  id: textShape('As dependencies name it.'),
  name: textShape('For people.'),
  version: textShape('The version of the software.'),
  state: choice(STATES, '`ready`; `starting`: no index is built yet; `closed`: the operator has not opened it.'),
  dependencies: texts('The modules it needs.'),
  operations: texts('What it can be asked.'),
});
export type ModuleInfo = Static<typeof ModuleInfo>;

export const CapabilityManifest = shape('CapabilityManifest', 'What the object plane can do.', {
  protocol_version: int32('The version of the object plane.'),
  server_version: textShape('The version of the software.'),
  server_id: textShape('The host of the public address.'),
  role: textShape('What this process is.'),
  operations: listOf(part(OperationInfo), 'Everything that can be asked.'),
  modules: listOf(part(ModuleInfo), 'The parts of the service.'),
  maximum_message_bytes: int32('Most bytes of one object at the server; its edge may allow less.'),
});
export type CapabilityManifest = Static<typeof CapabilityManifest>;

export const HealthResponse = shape('HealthResponse', 'Whether the service itself answers.', {
  status: choice(
    ['ready', 'starting', 'unavailable'],
    '`ready`: the object plane answers. `starting`: no index is built yet. `unavailable`: today’s ' +
      'catalog object or the published objects can’t be read. Says nothing of byte sources.',
  ),
  version: textShape('The version of the software.'),
  role: textShape('What this process is.'),
  modules_ready: countShape('How many modules answer.'),
});
export type HealthResponse = Static<typeof HealthResponse>;

export const ObjectMetadata = shape('ObjectMetadata', 'The facts of a published object.', {
  id: parsedAddress('The BLAKE3 of the bytes.'),
  kind: textShape('What kind of object it is: what `x-hub-kind` said, `file` without it.'),
  media_type: textShape('What `Content-Type` said, `application/octet-stream` without it.'),
  size: countShape('Bytes.'),
  created_at_millis: countShape('When it was first published, in milliseconds since 1970.'),
  filename: textOrNull('What `x-hub-filename` said.'),
});
export type ObjectMetadata = Static<typeof ObjectMetadata>;

export const ObjectList = shape('ObjectList', 'A page of the published objects.', {
  objects: listOf(part(ObjectMetadata), 'Newest first.'),
  cursor: optional(textShape('What to send as `cursor` for the next page; absent on the last one.')),
});
export type ObjectList = Static<typeof ObjectList>;
