// The schema of a model package's config by the CNCF ModelPack specification. It allows only the specified members,
// and no nulls.
import { Type } from 'typebox';

const closed = { additionalProperties: false };
const texts = Type.Array(Type.String());
const text = Type.Optional(Type.String());
const instant = Type.Optional(Type.String({ format: 'date-time' }));
const modalities = Type.Optional(
  Type.Array(Type.Union(['text', 'image', 'audio', 'video', 'embedding', 'other'].map((name) => Type.Literal(name)))),
);
const flag = Type.Optional(Type.Boolean());

const descriptor = Type.Object(
  {
    createdAt: instant,
    authors: Type.Optional(texts),
    family: text,
    docURL: text,
    sourceURL: text,
    name: Type.Optional(Type.String({ minLength: 1 })),
    datasetsURL: Type.Optional(texts),
    version: text,
    revision: text,
    vendor: text,
    licenses: Type.Optional(texts),
    title: text,
    description: text,
  },
  closed,
);

const capabilities = Type.Object(
  {
    inputTypes: modalities,
    outputTypes: modalities,
    knowledgeCutoff: instant,
    reasoning: flag,
    toolUsage: flag,
    reward: flag,
    languages: Type.Optional(Type.Array(Type.String({ pattern: '^[a-z]{2}$' }))),
  },
  closed,
);

const config = Type.Object(
  {
    architecture: text,
    format: text,
    paramSize: text,
    precision: text,
    quantization: text,
    capabilities: Type.Optional(capabilities),
  },
  closed,
);

const modelfs = Type.Object(
  { type: Type.Literal('layers'), diffIds: Type.Array(Type.String(), { minItems: 1 }) },
  closed,
);

/** The schema of `application/vnd.cncf.model.config.v1+json`. */
export const modelPackSchema = Type.Object({ descriptor, config, modelfs }, closed);
