// Feeds of daily changes: one of new models, and one of files with other bytes at the same path.
import { encodePath } from '../../../nouns/file-path.ts';
import type { DayChanges } from '../../../shapes/changes.ts';
import { href, treePath } from '../../../table/route.ts';
import { routes } from '../../../table/routes.ts';
import type { Document } from '../documents.ts';
import type { DocumentFacts } from '../facts/hub-facts.ts';
import { atomText, type Feed, type FeedEntry, pageOfModel } from './atom-feed.ts';

/**
 * The number of days in a feed, and the maximum number of its entries. A daily reader misses entries only if one day
 * has more than `MOST` entries.
 */
export const FEED_DAYS = 14;
const MOST = 200;

/** A day of the archive with the facts that feeds need. */
export interface FeedDay {
  changes: DayChanges;
  /** The time at which the day was made, an ISO date-time; undefined if unknown. */
  archived?: string | undefined;
}

/** Makes the feeds of these days as documents of the tree. `days` must come newest first. */
export function feedDocuments(
  { baseUrl, snapshot }: Pick<DocumentFacts, 'baseUrl' | 'snapshot'>,
  days: readonly FeedDay[],
): Document[] {
  return [
    { path: treePath(routes.newAtom, {}, 'xml'), text: atomText(newModelsFeed(baseUrl, snapshot, days)) },
    { path: treePath(routes.bytesAtom, {}, 'xml'), text: atomText(newBytesFeed(baseUrl, snapshot, days)) },
  ];
}

const momentOf = ({ changes, archived }: FeedDay) => archived ?? `${changes.date}T00:00:00Z`;

/** Makes the feed of models that are new or at a new revision. `days` must come newest first. */
function newModelsFeed(baseUrl: string, snapshot: string, days: readonly FeedDay[]): Feed {
  const entries = days.flatMap((day): FeedEntry[] => {
    const { date, added, revised } = day.changes;
    const entry = (id: string, what: string, summary: string): FeedEntry => ({
      ...{ id: `${pageOfModel(baseUrl, id)}#${what}-${date}`, url: pageOfModel(baseUrl, id) },
      ...{ title: id, updated: momentOf(day), summary },
    });
    return [
      ...added.map((id) => entry(id, 'added', `New in the index on ${date}.`)),
      ...revised.map(({ id, from, to }) =>
        entry(id, 'revised', `At a new revision since ${date}: ${to.slice(0, 12)}, before ${from.slice(0, 12)}.`),
      ),
    ];
  });
  return {
    title: 'Model Hub: new models',
    about: 'Models that came into the index or are at a new revision, day by day.',
    self: baseUrl + href(routes.newAtom, {}),
    ...ofDays(baseUrl, snapshot, entries),
  };
}

/**
 * Makes the feed of files that have other bytes at the same path. Within a day, models whose commit has not changed
 * come first.
 */
function newBytesFeed(baseUrl: string, snapshot: string, days: readonly FeedDay[]): Feed {
  const entries = days.flatMap((day): FeedEntry[] => {
    const { date, rewritten } = day.changes;
    const sorted = rewritten.toSorted((one, other) => Number(other.in_place) - Number(one.in_place));
    return sorted.map(({ id, path, from, to, in_place }) => ({
      ...{
        id: `${pageOfModel(baseUrl, id)}#bytes-${date}-${to}-${encodePath(path)}`,
        url: `${baseUrl}${href(routes.archiveDayPage, { date })}`,
      },
      ...{ title: `${id}: ${path}`, updated: momentOf(day) },
      summary:
        `The SHA-256 of ${path} is ${to}, and was ${from}; the model is at ` +
        `${in_place ? 'the same revision still, so that its history was rewritten' : 'a new revision'}.`,
    }));
  });
  return {
    title: 'Model Hub: same path, new bytes',
    about: 'Files whose SHA-256 changed at the same path of a model, day by day.',
    self: baseUrl + href(routes.bytesAtom, {}),
    ...ofDays(baseUrl, snapshot, entries),
  };
}

const ofDays = (baseUrl: string, snapshot: string, entries: FeedEntry[]) => ({
  page: baseUrl + href(routes.archivePage, {}),
  made: `${snapshot}T00:00:00Z`,
  entries: entries.slice(0, MOST),
});
