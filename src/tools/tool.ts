// The types of a tool's description.
import type { AgentSkill } from '../shapes/discovery.ts';

/** An argument, or a member of a result, as JSON Schema. */
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
  /** The schema of members that `properties` doesn't name. */
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

/** A tool as `tools/list` has it, without its name and `annotations`. */
interface ToolShape {
  readonly title: string;
  readonly description: string;
  readonly inputSchema: ObjectSchema;
  readonly outputSchema: ObjectSchema;
}

/**
 * Every text about a tool: for `tools/list`, for documents, for its page in the documentation, and for the agent card.
 */
export interface ToolWords extends ToolShape {
  /** The work of the tool, in words that follow its name in a brief: "finds ids". */
  readonly does: string;
  /**
   * The tool's row in the table of `content/docs/mcp.md`, in Markdown. The names of the arguments come from the input
   * schema.
   */
  readonly docs: {
    /** Text after the names of the arguments, which says where they are explained. */
    readonly takes?: string;
    readonly gives: string;
    /** The approximate number of tokens of the largest answer. */
    readonly tokens: number;
  };
  /** Makes the skills that the agent card lists for the tool. */
  readonly skills: (asked: SkillFacts) => readonly AgentSkill[];
}

/** The facts that the skills in the agent card name. */
interface SkillFacts {
  /** The public address of `/mcp`. Its tools do the same as the requests that the skills name. */
  readonly mcp: string;
  /** A model of the index and one of its files, as an example. */
  readonly id: string;
  readonly path: string;
  /** The tokens of all sources. */
  readonly sources: readonly string[];
  /** Gives the path of a row of the route table, with braces for the params that the caller fills in. */
  readonly request: (row: { pattern: string }, known?: Record<string, string>) => string;
}

/** A tool as `tools/list` has it. */
export interface Tool extends ToolShape {
  readonly name: string;
  readonly annotations: typeof READ_ONLY;
}

/** The annotations of every tool: it only reads, repeated calls have no further effect, and it uses only this index. */
export const READ_ONLY = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false };
