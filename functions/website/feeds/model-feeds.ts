// Makes feeds from the index on request: the models of an owner, and the models for a task.
import { atomText, type Feed, jsonFeedText } from '../../../src/dialects/discovery/feeds/feed.ts';
import { FEED_MODELS, type FeedOf, modelFeed } from '../../../src/dialects/discovery/feeds/model-feed.ts';
import type { SearchFilter } from '../../../src/search/conditions.ts';
import { refuse } from '../../../src/table/refusals.ts';
import type { Row } from '../../../src/table/route.ts';
import { routes } from '../../../src/table/routes.ts';
import { builtAnswer } from '../../answers/built-answer.ts';
import { compressedText } from '../../answers/compressed-text.ts';
import type { Call, Handler } from '../../ports/handler.ts';
import { pathText } from '../../request/request-target.ts';
import { firstRowsOf } from '../../search/rows.ts';
import { searchInTurn } from '../../search/search-turn.ts';

/** Answers `GET /archive/feeds/owners/{owner}.xml`. */
export const ownerAtom = ownerFeed(routes.ownerAtom, atomText);

/** Answers `GET /archive/feeds/owners/{owner}.json`. */
export const ownerJson = ownerFeed(routes.ownerJson, jsonFeedText);

/** Answers `GET /archive/feeds/tasks/{task}.xml`. */
export const taskAtom = taskFeed(routes.taskAtom, atomText);

/** Answers `GET /archive/feeds/tasks/{task}.json`. */
export const taskJson = taskFeed(routes.taskJson, jsonFeedText);

type Text = (feed: Feed) => string;

function ownerFeed(row: Row, text: Text): Handler<'ownerAtom'> {
  return (call) => answerFeed(call, row, { author: call.params.owner }, call.params, text);
}

function taskFeed(row: Row, text: Text): Handler<'taskAtom'> {
  return (call) => answerFeed(call, row, { pipelineTag: call.params.task }, call.params, text);
}

/** Answers with a feed of the newest models that match `filter`; refuses the request if no model matches. */
async function answerFeed(
  { ask, path, ports, tree }: Pick<Call<'ownerAtom'>, 'ask' | 'path' | 'ports' | 'tree'>,
  row: Row,
  filter: SearchFilter,
  of: FeedOf,
  text: Text,
) {
  const query = { ...filter, sort: 'createdAt', ascending: false, limit: FEED_MODELS } as const;
  const rows = await searchInTurn(tree, (index) => firstRowsOf(index, query));
  if (rows.length === 0) return refuse('NotFound', { path: pathText(path) });
  const feed = modelFeed(of, rows, ports.baseUrl);
  return builtAnswer(ask, row, compressedText(text(feed), ports.compress));
}
