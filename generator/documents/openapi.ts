// The API description of the tree that is being built, as text.
import type { HubFacts } from '../../src/dialects/discovery/hub-facts.ts';
import { openapiOf } from '../../src/openapi/document.ts';
import { readExhibit } from './exhibit.ts';
import type { ReadTree } from './tree-reader.ts';

/** `documents/openapi.json` of a tree whose models and other documents are written; `gated` is a model refused. */
export function openapiText(read: ReadTree, facts: HubFacts, gated: string | undefined): string {
  return JSON.stringify(openapiOf(facts, readExhibit(read, facts, gated)));
}
