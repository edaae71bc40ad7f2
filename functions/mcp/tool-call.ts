// What a tool is given and what it gives: an answer that fits its output schema, or a refusal of the HTTP routes.

import type { Awaitable } from '../../src/basics/awaitable.ts';
import { own } from '../../src/basics/own.ts';
import type { Members } from '../../src/dialects/mcp/message.ts';
import { parseModelId } from '../../src/nouns/model-id.ts';
import type { ModelRow } from '../../src/shapes/models.ts';
import { type Refusal, refuse } from '../../src/table/refusals.ts';
import { locate, ownerless } from '../models/locate.ts';
import type { ServedModel } from '../models/served-model.ts';
import type { Ports, Tree } from '../ports/ports.ts';

/** One call of a tool. Its arguments are of the types that the tool's schema says. */
export interface ToolCall {
  given: Members;
  ports: Ports;
  tree: Tree;
}

/** Runs a tool. */
export type RunTool = (call: ToolCall) => Awaitable<object | Refusal>;

/** The argument of this name, when it was given. */
export function argumentText({ given }: ToolCall, name: string): string | undefined {
  return own(given, name) as string | undefined;
}

/** The model that the argument `model` names, at the revision asked for, or why there is none. */
export function modelOf(call: ToolCall): Awaitable<ServedModel | Refusal> {
  const { ports, tree } = call;
  const asked = argumentText(call, 'model')!;
  const id = parseModelId(asked);
  if (id) return locate(ports, tree, id.owner, id.name, argumentText(call, 'revision'));
  return asked.includes('/') ? refuse('RepoNotFound', { id: asked }) : ownerless(tree, asked);
}

/** The model's row of search. */
export async function rowOf({ tree }: ToolCall, id: string): Promise<ModelRow> {
  const index = await tree.search();
  return readRow((await index.rowOf(id))!);
}

const utf8 = new TextDecoder();

/** A row of search out of its bytes. */
export function readRow(bytes: Uint8Array): ModelRow {
  return JSON.parse(utf8.decode(bytes)) as ModelRow;
}
