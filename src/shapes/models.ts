// The schemas of models in the public hub's dialect: search rows, the facts of a model, and its only branch.
import { type Static, type TOptional, Type } from 'typebox';
import { BROWSE_FACTS, type RowFactName } from '../nouns/browse-facts.ts';
import {
  address,
  booleanShape,
  commit,
  constant,
  countShape,
  countsBy,
  dayShape,
  instant,
  listOf,
  modelId,
  never,
  optional,
  part,
  shape,
  textShape,
  texts,
  vocabulary,
} from './notation.ts';

export const HubFacts = shape('HubFacts', 'What this index adds to a row of the public-hub dialect.', {
  manifest: address('The index object of this model at this revision.'),
  files: countShape('How many files the revision has.'),
  weight_bytes: optional(
    countShape(
      'Bytes of all weight files together, whatever their format; a download of all files takes at least this.',
    ),
  ),
  copy_bytes: optional(
    countShape(
      'Bytes of the weights that one usable copy needs: the safetensors, else the next preferred format; ' +
        'of GGUF the quantisation that `latest` means. Configuration and vocabulary come on top.',
    ),
  ),
  format_bytes: optional(
    countsBy(
      'Bytes of weights by format: `safetensors`, `gguf`, `pytorch`, `onnx`, …; apart from them ' +
        '`onnx_variants` (quantised or optimised ONNX), `optimizer` and `training_state`. Together they are ' +
        '`weight_bytes`.',
    ),
  ),
  parameters: optional(countShape('Parameters of the model, when known.')),
  context: optional(countShape('The longest input in tokens, when known.')),
  token_bytes: optional(
    countShape('Bytes of memory for each token of context, when all headers of its GGUF files tell the same.'),
  ),
  tensors: optional(
    countsBy(
      'Values by data type (`BF16`, `F32`, …) of the safetensors files of one usable copy, when all their headers are known.',
    ),
  ),
  quants: optional(countsBy('Bytes by GGUF quantisation, all shards of one added up; absent when there is none.')),
  listed: optional(
    booleanShape(
      'Absent or true: on the browse list. False: fell off it; the files are still served, the browse facts are absent, not zero.',
    ),
  ),
  indexed: optional(
    dayShape(
      'The day on which this index first had a model of this id; absent where that is not known, and on a thin row.',
    ),
  ),
  sources: optional(
    listOf(
      vocabulary('SourceName'),
      'The sources that hold every file of this revision. The tree names a source that holds only some of them.',
    ),
  ),
});
export type HubFacts = Static<typeof HubFacts>;

const FACT = {
  text: textShape,
  texts,
  moment: instant,
  count: countShape,
  size: countShape,
  integer: (description: string) => Type.Integer({ format: 'int64', description }),
};
const rowFacts = Object.fromEntries(
  Object.entries(BROWSE_FACTS).flatMap(([name, fact]) =>
    'about' in fact ? [[name, optional(FACT[fact.is](fact.about))]] : [],
  ),
) as { [N in RowFactName]: TOptional<ReturnType<(typeof FACT)[(typeof BROWSE_FACTS)[N]['is']]>> };

const browseFacts = {
  _id: optional(textShape('An opaque id that stays the same as long as the model is called so.')),
  author: optional(textShape('The owner, the part of the id before the slash.')),
  ...rowFacts,
  library_name: optional(textShape('The library that the model is made for.')),
};

const constants = {
  private: never('Only public models are indexed.'),
  gated: never('A gated model is refused, never listed.'),
  disabled: never('A disabled model is not indexed.'),
};

const names = {
  id: modelId('`owner/name`.'),
  modelId: modelId('The id once more, for clients that read it here.'),
  sha: commit('The indexed revision, the full commit.'),
};

/** The generator of clients ogen would give `id` and `_id` one name. */
const NAMED = { 'x-ogen-properties': { _id: { name: 'OpaqueID' } } };

export const ModelRow = shape(
  'ModelRow',
  'One model as search gives it. A thin row (`hub.listed` false) has names and address only.',
  {
    ...names,
    hub: part(HubFacts),
    ...constants,
    ...browseFacts,
    trendingScore: optional(FACT.integer('The origin’s trending score; the default order.')),
  },
  NAMED,
);
export type ModelRow = Static<typeof ModelRow>;

export const ModelInfo = shape(
  'ModelInfo',
  'A model at its indexed revision.',
  {
    ...names,
    siblings: listOf(
      Type.Object({ rfilename: textShape('The path of a file.') }),
      'Every file, by name only; sizes and hashes are in the tree.',
    ),
    ...constants,
    ...browseFacts,
  },
  NAMED,
);
export type ModelInfo = Static<typeof ModelInfo>;

const empty = (description: string) =>
  Type.Unsafe<never[]>({ type: 'array', items: { type: 'object' }, maxItems: 0, description });

export const Refs = shape('Refs', 'The branches and tags of a model.', {
  branches: Type.Array(
    Type.Object({
      name: constant('main', 'The one branch there is.'),
      ref: constant('refs/heads/main', 'Its full name.'),
      targetCommit: commit('The indexed revision.'),
    }),
    { minItems: 1, maxItems: 1, description: 'Exactly one: the index has one revision of a model.' },
  ),
  tags: empty('No tags are indexed.'),
  converts: empty('No conversions are indexed.'),
  pullRequests: optional(empty('Present when `include_prs` was asked for.')),
});
export type Refs = Static<typeof Refs>;

const values = (description: string) =>
  Type.Array(
    Type.Object({
      value: textShape('What the filter is set to.'),
      models: countShape('How many models are left with it.'),
    }),
    { description },
  );

export const SearchFacets = shape('SearchFacets', 'How many models a search finds, and with each further filter.', {
  total: countShape('How many models match.'),
  facets: Type.Object(
    {
      pipeline_tag: values('Tasks.'),
      library: values('Libraries.'),
      license: values('Licences, as the tags that stand for them.'),
      format: values('Formats of weights, as tags.'),
      language: values('Languages of two letters, as tags.'),
      sources: values('At least so many sources.'),
      size: values('Classes of size.'),
      parameters: values('Classes of parameters, in billions.'),
      quant: values('GGUF quantisations.'),
      held: values('Sources that hold every file, as `hub.sources` names them.'),
    },
    {
      description:
        'By group, most models first, and last `not-stated` for models that do not say; numbers in their own order.',
    },
  ),
});
export type SearchFacets = Static<typeof SearchFacets>;
