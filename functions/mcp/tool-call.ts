// Defines the call of a tool, and the steps that several tools share.

import type { Awaitable } from '../../src/basics/awaitable.ts';
import type { Members } from '../../src/dialects/mcp/message.ts';
import { parseModelId } from '../../src/nouns/model-id.ts';
import type { ModelRow } from '../../src/shapes/models.ts';
import { type Refusal, refuse } from '../../src/table/refusals.ts';
import type { Given, Made, ToolName } from '../../src/tools/tools.ts';
import { locate, ownerless, type Visit, withdrawnRefusal } from '../models/locate.ts';
import type { ServedModel } from '../models/model.ts';
import { rowIn } from '../search/rows.ts';

/** One call of a tool. Its arguments have the types of the tool's schema, but `enum` and `pattern` are not checked. */
export interface ToolCall<G = Members> extends Visit {
  given: G;
}

/** Runs a tool: returns its output, or a refusal. */
export type RunTool<N extends ToolName> = (call: ToolCall<Given<N>>) => Awaitable<Made<N> | Refusal>;

/** Returns the model that the argument `model` names, at `revision`, or the refusal that says why there is none. */
export function modelOf(call: ToolCall<{ model: string }>, revision?: string): Awaitable<ServedModel | Refusal> {
  const { given, ports, tree } = call;
  const { model: asked } = given;
  const id = parseModelId(asked);
  const withdrawn = id && withdrawnRefusal(ports, tree, id.owner, id.name);
  if (withdrawn) return withdrawn;
  if (id) return locate(call, { ...id, revision });
  return asked.includes('/') ? refuse('RepoNotFound', { id: asked }) : ownerless(tree, asked);
}

/** Reads the row of a model in the search index. The index must have the model. */
export async function rowOf({ tree }: Pick<ToolCall, 'tree'>, id: string): Promise<ModelRow> {
  return (await rowIn(await tree.search(), id))!;
}
