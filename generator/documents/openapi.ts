// The API description of the tree that is being built, as text.
import type { HubFacts } from '../../src/dialects/discovery/hub-facts.ts';
import { openapiOf } from '../../src/openapi/document.ts';
import { readExhibit } from './exhibit.ts';

/** `documents/openapi.json` of the tree at `folder`, whose models and other documents are written; `gated` is a model refused. */
export function openapiText(folder: string, facts: HubFacts, gated: string | undefined): string {
  return JSON.stringify(openapiOf(facts, readExhibit(folder, facts, gated)));
}
