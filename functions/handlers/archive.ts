// Days of the archive: what changed on each, as JSON and as a page.
import { isDay } from '../../src/calendar.ts';
import { refuse } from '../../src/refusals.ts';
import { href } from '../../src/route.ts';
import { routes } from '../../src/routes.ts';
import { documentPath } from '../../src/static-tree.ts';
import { documentOf } from '../document.ts';
import type { Call, Handler } from '../handler.ts';

const document = documentOf('archiveDay');

/** True: the tree has such a day. Other documents of the archive have names that are no days. */
function isArchived({ params, tree }: Pick<Call<'archiveDay'>, 'params' | 'tree'>): boolean {
  return isDay(params.date) && tree.read(documentPath(`archive/${params.date}`, 'json'), true) !== undefined;
}

/** `GET /archive/{date}.json`. */
export const archiveDay: Handler<'archiveDay'> = (call) =>
  isArchived(call) ? document(call) : refuse('NotFound', { path: href(routes.archiveDay, call.params) });

/** `GET /archive/{date}/`. */
export const archiveDayPage: Handler<'archiveDayPage'> = async ({ ask, params, ports, tree }) => {
  if (!isArchived({ params, tree })) return ports.pages.render(ask, 404);
  const page = await ports.pages.render(ask, 200);
  const link = `<${href(routes.archiveDay, params)}>; rel="alternate"; type="application/json"`;
  return { ...page, headers: [...page.headers, 'Link', link] };
};
