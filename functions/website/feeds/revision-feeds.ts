// Makes the feed of a model on request, from the revisions that the model's page lists.
import { atomText, type Feed, jsonFeedText } from '../../../src/dialects/discovery/feeds/feed.ts';
import { isRefusal } from '../../../src/table/refusals.ts';
import type { Row } from '../../../src/table/route.ts';
import { routes } from '../../../src/table/routes.ts';
import { builtAnswer } from '../../answers/built-answer.ts';
import { compressedText } from '../../answers/compressed-text.ts';
import { locate } from '../../models/locate.ts';
import type { Call, Handler } from '../../ports/handler.ts';
import { takeTurn } from '../../ports/turns.ts';
import { siteView } from '../site-view.ts';

/**
 * Answers `GET /archive/feeds/models/{owner}/{name}.xml`. A model without a page gets the same refusal as on all other
 * routes of the model.
 */
export const modelAtom: Handler<'modelAtom'> = (call) => answerFeed(call, routes.modelAtom, atomText);

/** Answers `GET /archive/feeds/models/{owner}/{name}.json`. */
export const modelJson: Handler<'modelJson'> = (call) => answerFeed(call, routes.modelJson, jsonFeedText);

async function answerFeed(
  call: Pick<Call<'modelAtom'>, 'ask' | 'params' | 'ports' | 'tree'>,
  row: Row,
  text: (feed: Feed) => string,
) {
  const { ask, params, ports, tree } = call;
  const { owner, name } = params;
  const located = await locate(call, params);
  if (isRefusal(located)) return located;
  await takeTurn();
  const model = await siteView(ports, tree).model(owner, name);
  if ('why' in model) throw new Error(`${model.id} is served and has no page`);
  // The module is loaded on demand, because it loads the code that reads names of GGUF files, which redirects do not
  // need.
  const { revisionFeed } = await import('../../../src/dialects/discovery/feeds/revision-feed.ts');
  return builtAnswer(ask, row, compressedText(text(revisionFeed(model, ports.baseUrl)), ports.compress));
}
