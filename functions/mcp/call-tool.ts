// Calls a tool by its name. If the call fails, the answer says the reason in one sentence, so that an agent can act on
// it.

import type { Awaitable } from '../../src/basics/awaitable.ts';
import { givenArguments, type Members } from '../../src/dialects/mcp/message.ts';
import { isRefusal, type Refusal, type RefusalCode, refuse } from '../../src/table/refusals.ts';
import { toolDoes, toolNames, tools } from '../../src/tools/tools.ts';
import { faultRefusal, isReported, noTree } from '../answers/refusal-answer.ts';
import type { Ports } from '../ports/ports.ts';
import { runs } from './run-tools.ts';
import { argumentsFault, chosenArguments } from './tool-arguments.ts';
import type { ToolCall } from './tool-call.ts';

/** The result of `tools/call`, or `unusable` with a protocol error if `params` do not name a tool and its arguments. */
type Called =
  | { content: TextContent[]; structuredContent: object }
  | { content: TextContent[]; isError: true }
  | { unusable: string };

interface TextContent {
  type: 'text';
  text: string;
}

/**
 * Calls the tool that `params` name. If the code of the tool throws, `ports.onFault` gets the error, and the caller a
 * failed call.
 */
export async function callTool(params: Members, ports: Ports): Promise<Called> {
  const tool = tools.find(({ name }) => name === params.name);
  if (!tool) return { unusable: `There is no tool "${params.name}": the tools are ${toolNames.join(', ')}.` };
  const given = chosenArguments(tool.name, givenArguments(params) ?? {});
  const bad = argumentsFault(tool.name, given);
  if (bad !== undefined) return failed(bad);
  const tree = ports.tree();
  if (!tree) return failed(noTree(ports).sentence);
  try {
    const made = await (runs[tool.name] as (call: ToolCall) => Awaitable<object>)({ given, ports, tree, ask: {} });
    if (isRefusal(made)) return failed(sentenceFor(made, given));
    // Clients that ignore `structuredContent` read this text.
    return { content: [{ type: 'text', text: JSON.stringify(made) }], structuredContent: made };
  } catch (error) {
    if (isReported(error)) return failed(faultRefusal(error).sentence);
    ports.onFault(error, `MCP ${tool.name}`);
    return failed(refuse('Internal', undefined).sentence);
  }
}

function failed(sentence: string): Called {
  return { content: [{ type: 'text', text: sentence }], isError: true };
}

/**
 * The sentences that name the tool or the argument to try next. The refusals themselves name only paths of HTTP routes.
 */
const NEXT: Partial<Record<RefusalCode, string>> = {
  RepoNotFound: `${toolDoes('search_models')}.`,
  EntryNotFound: `${toolDoes('get_model')}.`,
  SourceHasNotGotIt: 'Without "source", the first source that has it is taken.',
};

function sentenceFor({ refusal, sentence }: Refusal, given: Members): string {
  const next = refusal === 'SourceHasNotGotIt' && given.source === undefined ? undefined : NEXT[refusal];
  return next === undefined ? sentence : `${sentence} ${next}`;
}
