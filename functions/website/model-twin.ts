// Makes the Markdown twin of a model's page from the same facts as the page.

import { hexOfBytes } from '../../src/basics/byte-text.ts';
import { Remembered } from '../../src/basics/remembered.ts';
import { isRefusal } from '../../src/table/refusals.ts';
import { headersOf } from '../../src/table/route.ts';
import { routes } from '../../src/table/routes.ts';
import { builtAnswer, madeFile } from '../answers/built-answer.ts';
import { locate } from '../models/locate.ts';
import type { BuiltFile } from '../ports/built-file.ts';
import type { Call, Handler } from '../ports/handler.ts';
import type { Ports, Tree } from '../ports/ports.ts';
import { perTree } from '../ports/tree-cache.ts';
import { takeTurn } from '../ports/turns.ts';
import { siteView } from './site-view.ts';

/**
 * The maximum total size in bytes of the twins that are kept for a tree. Making the twin of a model with thousands of
 * files takes milliseconds.
 */
const KEPT_BYTES = 8 * 1024 * 1024;

const twinsOf = perTree(() => new Remembered<string, BuiltFile>({ most: KEPT_BYTES, weigh: ({ size }) => size + 500 }));

/**
 * Answers `GET /models/{owner}/{name}/index.md`. A model without a page gets the same refusal as on all its other
 * routes.
 */
export const modelTwinAnswer: Handler<'modelTwin'> = async (call) => {
  const { ask, params, ports, tree } = call;
  const located = await locate(call, params);
  if (isRefusal(located)) return located;
  const file = await twinsOf(tree).get(`${ports.baseUrl} ${located.id}`, () => makeTwin(ports, tree, params));
  return builtAnswer(ask, routes.modelTwin, file, { headers: headersOf(routes.modelTwin, params) });
};

async function makeTwin(ports: Ports, tree: Tree, { owner, name }: Call<'modelTwin'>['params']): Promise<BuiltFile> {
  await takeTurn();
  // The model was found in this tree, so it has a page there.
  const model = await siteView(ports, tree).model(owner, name);
  if ('why' in model) throw new Error(`${model.id} is served and has no page`);
  // The module is loaded on demand, because it loads the code that reads names of GGUF files. A redirect needs none of
  // it.
  const { modelTwin: twin } = await import('../../src/dialects/discovery/model-twin.ts');
  const bytes = new TextEncoder().encode(twin(model, ports.baseUrl));
  return madeFile(bytes, await tagOf(bytes));
}

/** Makes a tag from the hash of the bytes, so that the tag changes only if the bytes change. */
async function tagOf(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  return hexOfBytes(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)));
}
