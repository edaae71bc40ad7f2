// The types of a tool's description for agents.

import type { XStatic } from 'typebox/schema';
import { defined } from '../basics/records.ts';
import { licenceIn } from '../search/choices.ts';
import type { AgentSkill } from '../shapes/discovery.ts';
import type { ModelRow } from '../shapes/models.ts';

type JsonType = 'string' | 'number' | 'integer' | 'array' | 'object' | 'boolean' | 'null';

/** An argument, or a member of a result, as JSON Schema. */
export interface Property {
  readonly type: JsonType | readonly JsonType[];
  readonly description?: string;
  readonly enum?: readonly (string | null)[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly maxItems?: number;
  readonly default?: string | number;
  readonly pattern?: string;
  readonly format?: string;
  readonly items?: Property;
  /** The schema of members that `properties` does not name. */
  readonly additionalProperties?: Property;
  readonly properties?: Readonly<Record<string, Property>>;
  readonly required?: readonly string[];
}

/**
 * The root of an input or output schema: JSON Schema 2020-12, without references. Its patterns are those that the
 * grammars of inference engines can read too: no lookaround, no classes such as `\d`.
 */
export interface ObjectSchema {
  readonly type: 'object';
  readonly properties: Readonly<Record<string, Property>>;
  readonly required: readonly string[];
  readonly additionalProperties: false;
}

/** The part of a tool's entry in `tools/list` that differs between tools, without its name. */
interface ToolShape {
  readonly title: string;
  readonly description: string;
  readonly inputSchema: ObjectSchema;
  readonly outputSchema: ObjectSchema;
}

/**
 * Every text about a tool: for `tools/list`, for documents, for the tool's page in the documentation, and for the agent
 * card.
 */
export interface ToolWords extends ToolShape {
  /** Says what the tool does, in words that follow its name: "finds ids". */
  readonly does: string;
  /**
   * The tool's row in the table of `content/docs/mcp.md`, in Markdown. The input schema gives the names of the
   * arguments.
   */
  readonly docs: {
    /** The text after the names of the arguments. It says where the documentation explains them. */
    readonly takes?: string;
    readonly gives: string;
    /** The approximate number of tokens in the largest answer. */
    readonly tokens: number;
  };
  /** Returns the skills that the agent card lists for the tool. */
  readonly skills: (asked: SkillFacts) => readonly AgentSkill[];
}

/** The facts that the skills in the agent card contain. */
interface SkillFacts {
  /** The public address of `/mcp`, whose tools do the same as the requests in the skills. */
  readonly mcp: string;
  /** A model of the index and one of its files, as an example. */
  readonly id: string;
  readonly path: string;
  /** The tokens by which requests name the sources. */
  readonly sources: readonly string[];
}

/** A tool's entry in `tools/list`. */
export interface Tool extends ToolShape {
  readonly name: string;
  readonly annotations: typeof READ_ONLY;
}

/**
 * The annotations of every tool: the tool only reads, repeated calls have no further effect, and it uses only this
 * index.
 */
export const READ_ONLY = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false };

interface ModelFact {
  is: Property;
  /** Returns the value of the fact in a search row; undefined if it is unknown. */
  of: (row: ModelRow) => unknown;
}

/** Returns the schema of a text. */
export const textSchema = (description: string) => ({ type: 'string', description }) as const;
/** The schema of a count, of bytes as well. `countSchema` adds words to it. */
export const plainCount = { type: 'integer', minimum: 0 } as const;
export const countSchema = (description: string) => ({ ...plainCount, description }) as const;

const FACTS = {
  pipeline_tag: { is: textSchema('The task.'), of: (row) => row.pipeline_tag },
  library: { is: textSchema('The library it is made for.'), of: (row) => row.library_name },
  license: { is: textSchema('The licence’s id.'), of: ({ tags }) => licenceIn(tags) },
  parameters: { is: plainCount, of: ({ hub }) => hub.parameters },
  context: { is: countSchema('Longest input in tokens.'), of: ({ hub }) => hub.context },
  copy_bytes: {
    is: countSchema(
      'Bytes of the weights that one usable copy needs: what to download, and what has to fit in memory.',
    ),
    of: ({ hub }) => hub.copy_bytes,
  },
  weight_bytes: {
    is: countSchema('Bytes of all weight files: what the whole repository takes, in every format.'),
    of: ({ hub }) => hub.weight_bytes,
  },
  downloads: { is: plainCount, of: (row) => row.downloads },
  likes: { is: plainCount, of: (row) => row.likes },
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
  return defined(Object.fromEntries(facts.map(([name, { of }]) => [name, of(row)])));
}
