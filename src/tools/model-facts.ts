// The facts of a model that agents read. Each has a schema, and a function that reads it from a search row. An unknown
// fact is absent.

import type { XStatic } from 'typebox/schema';
import { licenceIn } from '../search/facet-groups.ts';
import type { ModelRow } from '../shapes/models.ts';
import type { Property } from './tool.ts';

interface ModelFact {
  is: Property;
  /** Returns the value of the fact in a search row; undefined if it is unknown. */
  of: (row: ModelRow) => unknown;
}

const FACTS = {
  pipeline_tag: { is: { type: 'string', description: 'The task.' }, of: (row) => row.pipeline_tag },
  library: { is: { type: 'string', description: 'The library it is made for.' }, of: (row) => row.library_name },
  license: {
    is: { type: 'string', description: 'The licence’s id.' },
    of: ({ tags }) => licenceIn(tags),
  },
  parameters: { is: { type: 'integer', minimum: 0 }, of: ({ hub }) => hub.parameters },
  context: {
    is: { type: 'integer', minimum: 0, description: 'Longest input in tokens.' },
    of: ({ hub }) => hub.context,
  },
  copy_bytes: {
    is: {
      type: 'integer',
      minimum: 0,
      description: 'Bytes of the weights that one usable copy needs: what to download, and what has to fit in memory.',
    },
    of: ({ hub }) => hub.copy_bytes,
  },
  weight_bytes: {
    is: {
      type: 'integer',
      minimum: 0,
      description: 'Bytes of all weight files: what the whole repository takes, in every format.',
    },
    of: ({ hub }) => hub.weight_bytes,
  },
  downloads: { is: { type: 'integer', minimum: 0 }, of: (row) => row.downloads },
  likes: { is: { type: 'integer', minimum: 0 }, of: (row) => row.likes },
  listed: {
    is: { type: 'boolean', description: 'False: no longer on the browse list, most facts are absent; still served.' },
    of: ({ hub }) => (hub.listed === false ? false : undefined),
  },
} as const satisfies Record<string, ModelFact>;

type FactSchemas = { [N in keyof typeof FACTS]: (typeof FACTS)[N]['is'] };

const facts = Object.entries<ModelFact>(FACTS);

/** The schemas of all facts, as members of a tool's result. No fact is required. */
export const factSchemas = Object.fromEntries(facts.map(([name, { is }]) => [name, is])) as FactSchemas;

type ModelFacts = XStatic<{ type: 'object'; properties: FactSchemas }>;

/** Returns the known facts of the model in `row`, in the order of `facts`. */
export function modelFacts(row: ModelRow): ModelFacts {
  const known: [string, unknown][] = [];
  for (const [name, { of }] of facts) {
    const value = of(row);
    if (value !== undefined) known.push([name, value]);
  }
  return Object.fromEntries(known);
}
