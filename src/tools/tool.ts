// The parts of a tool's description.
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

/** A tool in `tools/list`, without its name and `annotations`. */
interface ToolShape {
  readonly title: string;
  readonly description: string;
  readonly inputSchema: ObjectSchema;
  readonly outputSchema: ObjectSchema;
}

/** Every text about a tool: for `tools/list`, documents, the page of the documentation, and the agent card. */
export interface ToolWords extends ToolShape {
  /** Words after the tool's name in a brief: "finds ids". */
  readonly does: string;
  /** The tool's row in the table of `content/docs/mcp.md`, in Markdown; its arguments come from the input schema. */
  readonly docs: {
    /** The text after the names of the arguments: it says where they are explained. */
    readonly takes?: string;
    readonly gives: string;
    /** The approximate tokens of the largest answer. */
    readonly tokens: number;
  };
  /** The uses of the tool for an agent, as the agent card lists them. */
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
  /** Gives the path of a row of the route table, with braces for values that the caller fills in. */
  readonly request: (row: { pattern: string }, known?: Record<string, string>) => string;
}

/** A tool in `tools/list`. */
export interface Tool extends ToolShape {
  readonly name: string;
  readonly annotations: typeof READ_ONLY;
}

/** Every tool only reads, gives the same answer when called again, and only knows this index. */
export const READ_ONLY = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false };
