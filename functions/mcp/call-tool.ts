// Calls a tool by its name. If the call fails, the answer says the reason in one sentence, so that an agent can act on
// it.

import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';
import { isRecord, own } from '../../src/basics/records.ts';
import type { Awaitable } from '../../src/basics/remembered.ts';
import { isRefusal, type Refusal, type RefusalCode, refuse } from '../../src/table/refusals.ts';
import { type ToolName, toolDoes, toolNames, tools, toolWords } from '../../src/tools/tools.ts';
import { faultRefusal, isReported, noTree } from '../answers/refusal-answer.ts';
import type { Ports } from '../ports/ports.ts';
import { takeTurn } from '../ports/turns.ts';
import { runs, type ToolCall } from './run-tools.ts';

type Params = Readonly<Record<string, unknown>>;

/** The result of `tools/call`. */
interface Called {
  content: [{ type: 'text'; text: string }];
  structuredContent?: object;
  isError?: true;
}

/**
 * Calls the tool that `params` name. Throws a protocol error if they name no tool. If the code of the tool throws,
 * `ports.onFault` gets the error, and the caller a failed call.
 */
export async function callTool(params: Params, ports: Ports): Promise<Called> {
  const { name, arguments: sent = {} } = params;
  const tool = tools.find((one) => one.name === name);
  if (!tool || !isRecord(sent))
    throw new ProtocolError(
      ProtocolErrorCode.InvalidParams,
      tool ? '"arguments" is an object, or left out.' : `"name" is none of the tools ${toolNames.join(', ')}.`,
    );
  const given = readArguments(tool.name, sent);
  if (typeof given === 'string') return failed(given);
  // A batch may have many calls that each take milliseconds, so other requests may run before each call.
  await takeTurn();
  const tree = ports.tree();
  if (!tree) return failed(noTree(ports).sentence);
  try {
    const run = runs[tool.name] as (call: ToolCall) => Awaitable<(object & { note?: string }) | Refusal>;
    const made = await run({ given, ports, tree, ask: {} });
    if (isRefusal(made)) return failed(sentenceFor(made, given));
    const ignored = ignoredNote(tool.name, sent);
    if (ignored !== undefined) made.note = made.note === undefined ? ignored : `${made.note} ${ignored}`;
    // Clients that ignore `structuredContent` read this text.
    return { content: [{ type: 'text', text: JSON.stringify(made) }], structuredContent: made };
  } catch (error) {
    if (isReported(error)) return failed(faultRefusal(error).sentence);
    ports.onFault(error, `MCP ${tool.name}`);
    return failed(refuse('Internal', undefined).sentence);
  }
}

const failed = (text: string): Called => ({ content: [{ type: 'text', text }], isError: true });

/**
 * Reads the arguments of a call as texts, because agents write numbers as texts and texts as numbers: an argument whose
 * schema is a list becomes a list of texts, and every other one a text. Null and an empty text stand for an argument
 * that is left out. Returns a sentence if an argument is missing or is no text; the code that reads an argument checks
 * its value, and names the allowed values.
 */
function readArguments(name: ToolName, sent: Params): Record<string, string | string[]> | string {
  const { properties, required } = toolWords[name].inputSchema;
  const given: Record<string, string | string[]> = {};
  for (const [key, { type, description }] of Object.entries(properties)) {
    const isList = type === 'array';
    // Some agents write a list as one text.
    const texts = [own(sent, key)]
      .flat()
      .flatMap((one) =>
        isList && typeof one === 'string' && /^\[".*"\]$/.test(one) ? one.slice(2, -2).split(/", ?"/) : one,
      )
      .filter((one) => (one ?? '') !== '');
    if (texts.some((one) => !/string|number/.test(typeof one)) || (!isList && texts.length > 1))
      return `Bad "${key}": give ${isList ? 'a list of texts' : 'one text or number'}.`;
    if (texts.length > 0) given[key] = isList ? texts.map(String) : String(texts[0]);
    else if (required.includes(key)) return `${name} needs "${key}": ${description}`;
  }
  return given;
}

/** Returns the sentence about arguments that the tool does not have; undefined if there are none. */
function ignoredNote(name: ToolName, sent: Params): string | undefined {
  const known = Object.keys(toolWords[name].inputSchema.properties);
  const unknown = Object.keys(sent).filter((key) => !known.includes(key));
  if (unknown.length === 0) return;
  return `Ignored: ${unknown.join(', ').slice(0, 200)}. ${name} takes ${known.join(', ')}.`;
}

/**
 * The sentences that name the tool or the argument to try next. The refusals themselves name only paths of HTTP routes.
 */
const NEXT: Partial<Record<RefusalCode, string>> = {
  RepoNotFound: `${toolDoes('search_models')}.`,
  EntryNotFound: `${toolDoes('get_model')}.`,
  SourceHasNotGotIt: 'Without "source", the first source that has it is taken.',
};

function sentenceFor({ refusal, sentence }: Refusal, given: Params): string {
  const next = refusal === 'SourceHasNotGotIt' && given.source === undefined ? undefined : NEXT[refusal];
  return next === undefined ? sentence : `${sentence} ${next}`;
}
