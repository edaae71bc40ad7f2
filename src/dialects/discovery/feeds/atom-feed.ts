// Writes feeds as Atom (RFC 4287).

import { type Html, html } from '../../../basics/html.ts';
import { idParts } from '../../../nouns/model-id.ts';
import { href } from '../../../table/route.ts';
import { routes } from '../../../table/routes.ts';

export interface FeedEntry {
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

export interface Feed {
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
export function pageOfModel(baseUrl: string, id: string): string {
  return baseUrl + href(routes.modelPage, idParts(id));
}

/** The name of the author, which every Atom entry must have. */
const AUTHOR = 'Model Hub';

/** Returns the feed as Atom. The same feed gives the same text. */
export function atomText({ title, about, page, self, entries, made }: Feed): string {
  const updated = entries[0]?.updated ?? made;
  // The `html` tag escapes text for XML too.
  return html`<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom">
<title>${held(title)}</title>
<subtitle>${held(about)}</subtitle>
<id>${held(self)}</id>
<link rel="self" type="application/atom+xml" href="${held(self)}"/>
<link rel="alternate" type="text/html" href="${held(page)}"/>
<updated>${updated}</updated>
<author><name>${AUTHOR}</name></author>
${entries.map(atomEntry)}</feed>
`.text;
}

function atomEntry({ id, url, title, updated, summary }: FeedEntry): Html {
  return html`<entry><title>${held(title)}</title><id>${held(id)}</id>
    <link rel="alternate" type="text/html" href="${held(url)}"/><updated>${updated}</updated><summary>${held(summary)}
    </summary></entry>
    
`;
}

/** Removes the characters that XML 1.0 can't contain. */
function held(text: string): string {
  return text.toWellFormed().replace(/[^\t\n\r\x20-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '');
}
