// Chooses what the API description shows and reads it: real answers out of the tree that is being built.
import type { HubFacts } from '../../src/dialects/discovery/hub-facts.ts';
import { type Exhibit, NOTHING_SHOWN } from '../../src/openapi/exhibit.ts';
import { treePath } from '../../src/route.ts';
import { routes } from '../../src/routes.ts';
import type { ModelRow } from '../../src/shapes/models.ts';
import { accountAnswers, accountRequests } from './account-answers.ts';
import { documentAnswers } from './document-answers.ts';
import { modelAnswers } from './model-answers.ts';
import { registryAnswers } from './registry-answers.ts';
import { serviceAnswers, serviceParams, serviceRequests } from './service-answers.ts';
import { directionsOf, type ReadTree } from './tree-reader.ts';

/** A model with few enough files that its answers can be shown whole. */
const MOST_FILES = 12;

/** The answers to show, of a tree whose models and documents are written; `gated` is a model refused. */
export function readExhibit(read: ReadTree, facts: HubFacts, gated = NOTHING_SHOWN.gated): Exhibit {
  const rows = JSON.parse(read(treePath(routes.models, {})) ?? '[]') as ModelRow[];
  const row = choose(rows, read);
  const id = row?.id ?? NOTHING_SHOWN.id;
  const params = { ...serviceParams(facts), savedModel: id };
  const requests = { ...serviceRequests, ...accountRequests(id) };
  const answers = {
    ...documentAnswers(read),
    ...serviceAnswers(facts, read),
    ...accountAnswers(id, facts.snapshot),
  };
  if (!row) return { ...NOTHING_SHOWN, gated, params, answers, requests };
  const model = modelAnswers(row, rows, read, facts);
  const registry = registryAnswers(row, rows, read, facts);
  return {
    ...model,
    gated,
    tags: registry.tags,
    params: { ...params, ...model.params, ...registry.params },
    requests: { ...requests, ...model.requests },
    answers: { ...answers, ...model.answers, ...registry.answers },
  };
}

/** The first model of search that has a folder and few files; else the one with the fewest files. */
function choose(rows: ModelRow[], read: ReadTree): ModelRow | undefined {
  const small = rows.filter(({ hub }) => hub.listed !== false && hub.files <= MOST_FILES);
  const hasFolder = (row: ModelRow) => directionsOf(row.id, read).files.some(({ path }) => path.includes('/'));
  return small.find(hasFolder) ?? rows.toSorted((a, b) => a.hub.files - b.hub.files)[0];
}
