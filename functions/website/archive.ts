// Shows a day of the archive with its changes, as JSON and as a page.
import { type Awaitable, andThen } from '../../src/basics/awaitable.ts';
import { isDay } from '../../src/nouns/calendar.ts';
import { refuse } from '../../src/table/refusals.ts';
import { headersOf, href, treePath } from '../../src/table/route.ts';
import { routes } from '../../src/table/routes.ts';
import type { Call, Handler } from '../ports/handler.ts';
import { documentOf } from './document.ts';
import { pageAnswer } from './page-answer.ts';

const document = documentOf('archiveDay');

/** True if the tree has this day of the archive. A name that is no day may belong to another document. */
function isArchived({ params, tree }: Pick<Call<'archiveDay'>, 'params' | 'tree'>): Awaitable<boolean> {
  if (!isDay(params.date)) return false;
  return andThen(tree.read(treePath(routes.archiveDay, params)), (file) => file !== undefined);
}

/** Answers `GET /archive/{date}.json`. */
export const archiveDay: Handler<'archiveDay'> = (call) =>
  andThen(isArchived(call), (isThere) =>
    isThere ? document(call) : refuse('NotFound', { path: href(routes.archiveDay, call.params) }),
  );

/** Answers `GET /archive/{date}/`. */
export const archiveDayPage: Handler<'archiveDayPage'> = async (call) => {
  if (!(await isArchived(call))) return pageAnswer(call, undefined);
  const headers = headersOf(routes.archiveDayPage, call.params);
  return pageAnswer(call, href(routes.archiveDayPage, call.params), { headers });
};
