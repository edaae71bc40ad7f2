// Checks the arguments of a call against the input schema of the tool, and says in one sentence what is wrong.
import { Compile } from 'typebox/schema';
import { own } from '../../src/basics/own.ts';
import type { Members } from '../../src/dialects/mcp/message.ts';
import type { Property } from '../../src/tools/tool.ts';
import { type ToolName, toolNames, toolWords } from '../../src/tools/tools.ts';

const checks = new Map(toolNames.map((name) => [name, Compile(toolWords[name].inputSchema)]));

/** Leaves out the optional arguments that are null or an empty text: agents send them for what they did not choose. */
export function chosenArguments(name: ToolName, given: Members): Members {
  const { properties, required } = toolWords[name].inputSchema;
  const isUnset = ([key, value]: [string, unknown]) =>
    (value === null || value === '') && Object.hasOwn(properties, key) && !required.includes(key);
  return Object.fromEntries(Object.entries(given).filter((entry) => !isUnset(entry)));
}

/**
 * Says in one sentence for agents what is wrong with the arguments of a call; undefined if they are right. It does not
 * check `enum` and `pattern`: the code that reads the argument does that, and names the allowed values.
 */
export function argumentsFault(name: ToolName, given: Members): string | undefined {
  const check = checks.get(name)!;
  if (check.Check(given)) return undefined;
  const { properties, required } = toolWords[name].inputSchema;
  const unknown = Object.keys(given).find((key) => !Object.hasOwn(properties, key));
  if (unknown !== undefined)
    return `${name} has no argument "${unknown}": it takes ${Object.keys(properties).join(', ')}.`;
  const missing = required.find((key) => !Object.hasOwn(given, key));
  if (missing !== undefined) return `${name} needs "${missing}": ${own(properties, missing)!.description}`;
  const [, errors] = check.Errors(given);
  for (const { keyword, instancePath } of errors) {
    const key = instancePath.split('/')[1]!;
    const property = own(properties, key)!;
    // Some agents write a list as one text with commas, as in a query string. The tools accept that.
    const isTextForList = property.type === 'array' && typeof own(given, key) === 'string';
    const isOfType = keyword === 'enum' || keyword === 'pattern';
    if (!isOfType && !isTextForList) return `Bad "${key}": ${demandOf(property)}.`;
  }
  return undefined;
}

function demandOf({ type, minimum, maximum }: Property): string {
  if (type === 'string') return 'give a text';
  if (Array.isArray(type)) return 'give a text or a number';
  return type === 'integer' ? `give a whole number from ${minimum} to ${maximum}` : 'give a list of texts';
}
