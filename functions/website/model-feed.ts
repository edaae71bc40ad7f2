// Makes the feed of a model on request, from the revisions that the model's page lists.
import { atomText } from '../../src/dialects/discovery/feeds/atom-feed.ts';
import { isRefusal } from '../../src/table/refusals.ts';
import { routes } from '../../src/table/routes.ts';
import { builtAnswer } from '../answers/built-answer.ts';
import { compressedText } from '../answers/compressed-text.ts';
import { locate } from '../models/locate.ts';
import type { Handler } from '../ports/handler.ts';
import { takeTurn } from '../ports/turns.ts';
import { siteView } from './site-view.ts';

/**
 * Answers `GET /archive/feeds/models/{owner}/{name}.xml`. A model without a page gets the same refusal as on all other
 * routes of the model.
 */
export const modelAtom: Handler<'modelAtom'> = async (call) => {
  const { ask, params, ports, tree } = call;
  const located = await locate(call, params);
  if (isRefusal(located)) return located;
  await takeTurn();
  const model = await siteView(ports, tree).model(params.owner, params.name);
  if ('why' in model) throw new Error(`${model.id} is served and has no page`);
  // The module is loaded on demand, because it loads the code that reads names of GGUF files, which redirects do not
  // need.
  const { revisionFeed } = await import('../../src/dialects/discovery/feeds/revision-feed.ts');
  return builtAnswer(
    ask,
    routes.modelAtom,
    compressedText(atomText(revisionFeed(model, ports.baseUrl)), ports.compress),
  );
};
