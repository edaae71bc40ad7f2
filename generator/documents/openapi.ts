// The API description of the tree that is being made, as text.
import type { DraftTree } from '../../functions/stores/tree/draft-tree.ts';
import type { DocumentFacts } from '../../src/dialects/discovery/facts/hub-facts.ts';
import { openapiOf } from '../../src/openapi/document.ts';
import { readShownAnswers } from './description-examples.ts';

/** Writes `documents/openapi.json` of a tree whose models and other documents exist; `stamp` is the tree's stamp. */
export async function openapiText(
  tree: DraftTree,
  facts: DocumentFacts,
  stamp: Parameters<typeof readShownAnswers>[2],
): Promise<string> {
  return JSON.stringify(openapiOf(facts, await readShownAnswers(tree, facts, stamp)));
}
