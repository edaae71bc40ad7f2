// The feed of one model. It has an entry for each revision, dated by the first day on which the index had the revision.

import { bytes, counted } from '../../../model/figures.ts';
import { type ModelPage, pageTotals } from '../../../model-page/model-page.ts';
import { changesInWords } from '../../../model-page/page-history.ts';
import { idParts } from '../../../nouns/model-id.ts';
import { href } from '../../../table/route.ts';
import { routes } from '../../../table/routes.ts';
import { type Feed, type FeedEntry, pageOfModel } from './atom-feed.ts';

/** The time of a feed without entries. It is fixed, so that an unchanged feed keeps its ETag. */
const NEVER = '1970-01-01T00:00:00Z';

/** Makes the feed of a model, the newest revision first. Leaves out revisions whose day is unknown. */
export function revisionFeed(model: ModelPage, baseUrl: string): Feed {
  const { id } = model;
  const page = pageOfModel(baseUrl, id);
  const entries = revisionsOf(model).flatMap(({ object, revision, day, summary }): FeedEntry[] =>
    day === undefined
      ? []
      : [
          {
            ...{ id: `${page}#${object}`, url: page, title: `${id} at ${revision.slice(0, 12)}` },
            ...{ updated: `${day}T00:00:00Z`, summary },
          },
        ],
  );
  return {
    title: `Model Hub: ${id}`,
    about: `The revisions of ${id} that the index had.`,
    page,
    self: baseUrl + href(routes.modelAtom, idParts(id)),
    made: NEVER,
    entries,
  };
}

function revisionsOf(model: ModelPage) {
  const { object, revision, indexed: day, history } = model;
  const { files, bytes: size } = pageTotals(model);
  const inAll = (count: number, sum: number) => `${counted(count, 'file')}, ${bytes(sum)}.`;
  if (!history) return [{ object, revision, day, summary: `New in the index: ${inAll(files, size)}` }];
  return history.map(({ since, files: count, bytes: sum, ...one }) => ({
    ...one,
    summary: `${since ? changesInWords(since) : 'New in the index:'} ${inAll(count, sum)}`,
  }));
}
