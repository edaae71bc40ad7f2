// How a tool describes itself, and the check of the arguments it is called with.
import { own } from '../../own.ts';
import { isMembers, type Members } from './message.ts';
import { CODES, fault, type RpcFault } from './protocol.ts';

/** One argument or one member of a result, as JSON Schema. */
interface Property {
  type: 'string' | 'integer' | 'array' | 'object' | 'boolean';
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

/** What is wrong with the arguments of a call: one sentence that an agent can act on; undefined when nothing is. */
export function argumentsFault({ name, inputSchema }: Tool, given: Members): string | undefined {
  const { properties, required } = inputSchema;
  const unknown = Object.keys(given).find((key) => !Object.hasOwn(properties, key));
  if (unknown !== undefined)
    return `${name} has no argument "${unknown}": it takes ${Object.keys(properties).join(', ')}.`;
  const missing = required.find((key) => own(given, key) === undefined);
  if (missing !== undefined) return `${name} needs "${missing}": ${own(properties, missing)!.description}`;
  for (const [key, value] of Object.entries(given)) {
    const fix = value === undefined ? undefined : valueFault(own(properties, key)!, value);
    if (fix !== undefined) return `Bad "${key}": ${fix}.`;
  }
  return undefined;
}

function valueFault(property: Property, value: unknown): string | undefined {
  if (property.type === 'string') return typeof value === 'string' ? undefined : 'give a text';
  if (property.type === 'integer') {
    const { minimum = 0, maximum = Number.MAX_SAFE_INTEGER } = property;
    const fits = Number.isSafeInteger(value) && (value as number) >= minimum && (value as number) <= maximum;
    return fits ? undefined : `give a whole number from ${minimum} to ${maximum}`;
  }
  // Agents that think of a query string send one text with commas in it.
  const texts = typeof value === 'string' ? [value] : value;
  const isList = Array.isArray(texts) && texts.every((one) => typeof one === 'string');
  return isList ? undefined : 'give a list of texts';
}

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
