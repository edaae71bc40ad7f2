// Feeds of the newest models in today's index, of one owner or for one task.

import { counted } from '../../../model/figures.ts';
import { idParts } from '../../../nouns/model-id.ts';
import { licenceIn } from '../../../search/facet-groups.ts';
import type { ModelRow } from '../../../shapes/models.ts';
import { href, type ParamsOf } from '../../../table/route.ts';
import { routes } from '../../../table/routes.ts';
import type { Feed } from './feed.ts';

/** The maximum number of models in a feed. */
export const FEED_MODELS = 50;

/** Returns the address of a model's page. */
export function pageOfModel(baseUrl: string, id: string): string {
  return baseUrl + href(routes.modelPage, idParts(id));
}

/** Returns the address of a feed in each format. */
export function feedAddresses<K extends 'new' | 'bytes' | 'owner' | 'task' | 'model'>(
  baseUrl: string,
  kind: K,
  params: ParamsOf<(typeof routes)[`${K}Atom`]['pattern']>,
): Feed['self'] {
  const at = (row: { pattern: string }) => baseUrl + href(row, params as never);
  // Callers pass only these five kinds.
  return { atom: at(routes[`${kind}Atom`]), json: at(routes[`${kind}Json`]) };
}

/** True if the task's name can be a file name, so that the task has a feed. File systems limit the length of names. */
export const isFeedTask = (task: string) => /^[\w-]{1,100}$/.test(task);

/** The owner or the task of all models in the feed. */
export type FeedOf = { owner: string } | { task: string };

/** The time of a feed without entries. It is fixed, so that an export does not write the unchanged feed again. */
export const NEVER = '1970-01-01T00:00:00Z';

/** Makes the feed of these rows, which must come newest first. Leaves out models of unknown age. */
export function modelFeed(of: FeedOf, rows: readonly ModelRow[], baseUrl: string): Feed {
  return {
    ...factsOf(of, baseUrl),
    made: NEVER,
    entries: rows.flatMap((row) => {
      const { id, createdAt } = row;
      const url = pageOfModel(baseUrl, id);
      return createdAt === undefined ? [] : [{ id: url, url, title: id, updated: createdAt, summary: summaryOf(row) }];
    }),
  };
}

function factsOf(of: FeedOf, baseUrl: string): Pick<Feed, 'title' | 'about' | 'page' | 'self'> {
  if ('owner' in of)
    return {
      title: `Model Hub: ${of.owner}`,
      about: `The newest models of ${of.owner} in the index.`,
      page: baseUrl + href(routes.ownerPage, of),
      self: feedAddresses(baseUrl, 'owner', of),
    };
  return {
    title: `Model Hub: ${of.task}`,
    about: `The newest models for ${of.task} in the index.`,
    page: `${baseUrl}${href(routes.browse, {})}?${new URLSearchParams({ pipeline_tag: of.task })}`,
    self: feedAddresses(baseUrl, 'task', of),
  };
}

/** Returns a line with the known facts of a model. */
function summaryOf({ pipeline_tag, tags, hub }: ModelRow): string {
  const license = licenceIn(tags);
  const known = [pipeline_tag, license && `licence ${license}`, counted(hub.files, 'file')];
  return `${known.filter((fact) => fact !== undefined && fact !== '').join(', ')}.`;
}
