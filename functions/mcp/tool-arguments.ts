// Checks the arguments of a call against the input schema of the tool, and says in one sentence what is wrong.
import { Compile } from 'typebox/schema';
import { own } from '../../src/basics/own.ts';
import type { Members } from '../../src/dialects/mcp/message.ts';
import type { Property, Tool } from '../../src/tools/tool.ts';
import { tools } from '../../src/tools/tools.ts';

const checks = new Map(tools.map((tool: Tool) => [tool, Compile(tool.inputSchema)]));

/**
 * Says in one sentence for agents what is wrong with the arguments of a call; undefined if they are right. It does not
 * check `enum` and `pattern`: the code that reads the argument does that, and names the allowed values.
 */
export function argumentsFault(tool: Tool, given: Members): string | undefined {
  const check = checks.get(tool)!;
  if (check.Check(given)) return undefined;
  const { properties, required } = tool.inputSchema;
  const unknown = Object.keys(given).find((key) => !Object.hasOwn(properties, key));
  if (unknown !== undefined)
    return `${tool.name} has no argument "${unknown}": it takes ${Object.keys(properties).join(', ')}.`;
  const missing = required.find((key) => !Object.hasOwn(given, key));
  if (missing !== undefined) return `${tool.name} needs "${missing}": ${own(properties, missing)!.description}`;
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
