// The parts of a tool's description.
import type { AgentSkill } from '../shapes/discovery.ts';

/** One argument or one member of a result, as JSON Schema. */
export interface Property {
  readonly type: 'string' | 'integer' | 'array' | 'object' | 'boolean' | readonly ['string', 'number'];
  readonly description?: string;
  readonly enum?: readonly string[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly maxItems?: number;
  readonly default?: string | number;
  readonly pattern?: string;
  readonly format?: string;
  readonly items?: Property;
  /** Any member that `properties` doesn't name. */
  readonly additionalProperties?: Property;
  readonly properties?: Readonly<Record<string, Property>>;
  readonly required?: readonly string[];
}

/** The root of an input or output schema: JSON Schema 2020-12, without references. */
interface ObjectSchema {
  readonly type: 'object';
  readonly properties: Readonly<Record<string, Property>>;
  readonly required: readonly string[];
  readonly additionalProperties: false;
}

/** A tool as `tools/list` describes it, beside its name and `annotations`. */
interface ToolShape {
  readonly title: string;
  readonly description: string;
  readonly inputSchema: ObjectSchema;
  readonly outputSchema: ObjectSchema;
}

/** All that is said of a tool anywhere: `tools/list`, documents, the page of the documentation, the agent card. */
export interface ToolWords extends ToolShape {
  /** Follows the tool's name in a brief: "finds ids". */
  readonly does: string;
  /** Its line in the table of `content/docs/mcp.md`, in Markdown; what it takes follows from the input schema. */
  readonly docs: {
    /** Says where the arguments are explained; follows their names. */
    readonly takes?: string;
    readonly gives: string;
    /** The largest answer in tokens, about. */
    readonly tokens: number;
  };
  /** Things that an agent gets done with it, for the agent card. */
  readonly skills: (asked: SkillFacts) => readonly AgentSkill[];
}

/** The facts that the skills of the agent card name. */
interface SkillFacts {
  /** The public address of `/mcp`, whose tools do the same as the requests. */
  readonly mcp: string;
  /** A model of the index, and one of its files. */
  readonly id: string;
  readonly path: string;
  /** The tokens of all sources. */
  readonly sources: readonly string[];
  /** The path of a row of the route table, in braces what the caller has to fill in. */
  readonly request: (row: { pattern: string }, known?: Record<string, string>) => string;
}

/** A tool as `tools/list` describes it. */
export interface Tool extends ToolShape {
  readonly name: string;
  readonly annotations: typeof READ_ONLY;
}

/** Every tool only reads, gives the same answer when called again, and knows this index only. */
export const READ_ONLY = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false };
