// How a tool describes itself, and what a call of one must be.
import { isMembers, type Members } from './message.ts';
import { CODES, fault, type RpcFault } from './protocol.ts';

/** One argument or one member of a result, as JSON Schema. */
export interface Property {
  type: 'string' | 'integer' | 'array' | 'object' | 'boolean' | readonly ['string', 'number'];
  description?: string;
  enum?: readonly string[];
  minimum?: number;
  maximum?: number;
  maxItems?: number;
  default?: string | number;
  pattern?: string;
  format?: string;
  items?: Property;
  /** What any member is that `properties` doesn't name. */
  additionalProperties?: Property;
  properties?: Readonly<Record<string, Property>>;
  required?: readonly string[];
}

/** The root of an input or output schema: JSON Schema 2020-12, without references. */
interface ObjectSchema {
  type: 'object';
  properties: Readonly<Record<string, Property>>;
  required: readonly string[];
  additionalProperties: false;
}

/** A tool as `tools/list` describes it. */
export interface Tool {
  name: string;
  title: string;
  description: string;
  inputSchema: ObjectSchema;
  outputSchema: ObjectSchema;
  annotations: typeof READ_ONLY;
}

/** Every tool only reads, gives the same answer when called again, and knows this index only. */
export const READ_ONLY = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false };

/** What no tool could be called with: a call without a name, or with arguments that are no object. */
export function callFault(params: Members = {}): RpcFault | undefined {
  if (typeof params.name !== 'string') return fault(CODES.invalidParams, 'A call names its tool in "name".');
  return givenArguments(params) ? undefined : fault(CODES.invalidParams, '"arguments" is an object, or left out.');
}

/** The `arguments` of a call; undefined when they are no object. */
export function givenArguments(params: Members): Members | undefined {
  const { arguments: given = {} } = params;
  return isMembers(given) ? given : undefined;
}
