// Feeds as Atom (RFC 4287): one of new models, one of files with other bytes at the same path, and one for each model,
// which has an entry for each revision.
import { type Html, html } from '../../basics/html.ts';
import { bytes, counted } from '../../model/figures.ts';
import { type ModelPage, pageTotals } from '../../model-page/model-page.ts';
import { changesInWords } from '../../model-page/page-history.ts';
import { encodePath } from '../../nouns/file-path.ts';
import { idParts } from '../../nouns/model-id.ts';
import type { DayChanges } from '../../shapes/changes.ts';
import { href, treePath } from '../../table/route.ts';
import { routes } from '../../table/routes.ts';
import type { Document } from './documents.ts';
import type { DocumentFacts } from './facts/hub-facts.ts';

interface FeedEntry {
  /** A unique, permanent address. If two entries are about one page, their fragments differ. */
  id: string;
  /** The address of the page that a reader opens. */
  url: string;
  title: string;
  /** The time of the change, an ISO date-time. */
  updated: string;
  /** A summary as plain text. */
  summary: string;
}

interface Feed {
  title: string;
  /** A sentence about the feed. */
  about: string;
  /** The address of the page that shows the entries to people. */
  page: string;
  /** The address of the feed. */
  self: string;
  /** The entries, the newest first. */
  entries: readonly FeedEntry[];
  /** The time that a feed without entries states, an ISO date-time. */
  made: string;
}

/** Returns the address of a model's page. */
function pageOfModel(baseUrl: string, id: string): string {
  return baseUrl + href(routes.modelPage, idParts(id));
}

/**
 * Returns the feed as Atom. `name` is that of the site: the start of the title, and the author, whom every feed must
 * have. The same feed gives the same text.
 */
export function atomText({ title, about, page, self, entries, made }: Feed, name: string): string {
  const updated = entries[0]?.updated ?? made;
  // The `html` tag escapes text for XML too.
  const { text } = html`<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom">
<title>${name}: ${title}</title>
<subtitle>${about}</subtitle>
<id>${self}</id>
<link rel="self" type="application/atom+xml" href="${self}"/>
<link rel="alternate" type="text/html" href="${page}"/>
<updated>${updated}</updated>
<author><name>${name}</name></author>
${entries.map(atomEntry)}</feed>
`;
  // Removes the characters that XML 1.0 can't contain.
  return text.toWellFormed().replace(/[^\t\n\r\x20-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '');
}

function atomEntry({ id, url, title, updated, summary }: FeedEntry): Html {
  return html`<entry><title>${title}</title><id>${id}</id>
    <link rel="alternate" type="text/html" href="${url}"/><updated>${updated}</updated><summary>${summary}
    </summary></entry>
    
`;
}

/**
 * The number of days in a feed, and the maximum number of its entries. A daily reader misses entries only if one day
 * has more than `MOST` entries.
 */
export const FEED_DAYS = 14;
const MOST = 200;

/** The feeds of daily changes: the words of each, and its entries for a day. */
const DAY_FEEDS: readonly {
  row: typeof routes.newAtom | typeof routes.bytesAtom;
  title: string;
  about: string;
  entriesOf: (baseUrl: string, day: DayChanges) => FeedEntry[];
}[] = [
  {
    row: routes.newAtom,
    title: 'new models',
    about: 'Models that came into the index or are at a new revision, day by day.',
    entriesOf(baseUrl, { date, added, revised }) {
      const entry = (model: string, what: string, title: string, summary: string): FeedEntry => {
        const url = pageOfModel(baseUrl, model);
        return { id: `${url}#${what}-${date}`, url, title, updated: startOf(date), summary };
      };
      return [
        ...added.map((id) => entry(id, 'added', id, `New in the index on ${date}.`)),
        ...revised.map(({ id, from, to }) => {
          const summary = `At a new revision since ${date}: ${to.slice(0, 12)}, before ${from.slice(0, 12)}.`;
          return entry(id, 'revised', `${id} at ${to.slice(0, 12)}`, summary);
        }),
      ];
    },
  },
  {
    row: routes.bytesAtom,
    title: 'same path, new bytes',
    about: 'Files whose SHA-256 changed at the same path of a model, day by day.',
    // Within a day, models whose commit has not changed come first.
    entriesOf(baseUrl, { date, rewritten }) {
      const sorted = rewritten.toSorted((one, other) => Number(other.in_place) - Number(one.in_place));
      return sorted.map(({ id, path, from, to, in_place }) => ({
        id: `${pageOfModel(baseUrl, id)}#bytes-${date}-${to}-${encodePath(path)}`,
        url: `${baseUrl}${href(routes.archiveDayPage, { date })}`,
        ...{ title: `${id}: ${path}`, updated: startOf(date) },
        summary:
          `The SHA-256 of ${path} is ${to}, and was ${from}; the model is at ` +
          `${in_place ? 'the same revision still, so that its history was rewritten' : 'a new revision'}.`,
      }));
    },
  },
];

const startOf = (day: string) => `${day}T00:00:00Z`;

/** Makes the feeds of these days as documents of the tree. `days` must come newest first. */
export function feedDocuments(
  { baseUrl, snapshot, service }: Pick<DocumentFacts, 'baseUrl' | 'snapshot'> & { service: { name: string } },
  days: readonly DayChanges[],
): Document[] {
  return DAY_FEEDS.map(({ row, title, about, entriesOf }) => ({
    path: treePath(row, {}, 'xml'),
    text: atomText(
      {
        ...{ title, about, self: baseUrl + href(row), page: baseUrl + href(routes.archivePage) },
        ...{ made: startOf(snapshot), entries: days.flatMap((day) => entriesOf(baseUrl, day)).slice(0, MOST) },
      },
      service.name,
    ),
  }));
}

/** The time of a feed without entries. It is fixed, so that an unchanged feed keeps its ETag. */
const NEVER = '1970-01-01T00:00:00Z';

/** Makes the feed of a model, the newest revision first. Leaves out revisions whose day is unknown. */
export function revisionFeed(model: ModelPage, baseUrl: string): Feed {
  const { id, object, revision, indexed: day } = model;
  const { history = [{ object, revision, day, ...pageTotals(model), since: undefined }] } = model;
  const page = pageOfModel(baseUrl, id);
  const entries = history.flatMap(({ object, revision, day, since, files, bytes: size }): FeedEntry[] => {
    if (day === undefined) return [];
    const summary = `${since ? changesInWords(since) : 'New in the index:'} ${counted(files, 'file')}, ${bytes(size)}.`;
    const title = `${id} at ${revision.slice(0, 12)}`;
    return [{ id: `${page}#${object}`, url: page, title, updated: startOf(day), summary }];
  });
  return {
    title: id,
    about: `The revisions of ${id} that the index had.`,
    page,
    self: baseUrl + href(routes.modelAtom, idParts(id)),
    made: NEVER,
    entries,
  };
}
