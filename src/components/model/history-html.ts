// Lists the revisions of a model in this index, newest first, each with its changes.

import { type Html, html } from '../../basics/html.ts';
import { bytes, counted } from '../../model/figures.ts';
import type { ModelPage } from '../../model-page/model-page.ts';
import { changesInWords, type PastRevision } from '../../model-page/page-history.ts';
import { idParts } from '../../nouns/model-id.ts';
import { href } from '../../table/route.ts';
import { routes } from '../../table/routes.ts';
import { dayLink } from './facts-html.ts';

/** Makes the list of revisions and, on a hub, a link to the feed. Each day links to its page in the archive. */
export function historyHtml({ id, revision, history, indexed, isDirect }: ModelPage): Html {
  const archive = html`All days are in the <a href="${href(routes.archivePage)}">archive</a>.`;
  const since = indexed ? html` since ${dayLink(indexed)}` : '';
  const list = history
    ? html`<ol class="history">${history.map(entry)}</ol><p class="note">Each line is an object of this index, named by
      its BLAKE3. ${archive}</p>`
    : html`<p>In this index${since}, at one revision so far: <code>${revision.slice(0, 12)}</code>. <span
      class="note">${archive}</span></p>`;
  if (isDirect) return list;
  return html`${list}<p class="note"><a href="${href(routes.modelAtom, idParts(id))}">Feed of new revisions</a></p>`;
}

function entry({ object, revision, day, files, bytes: size, since }: PastRevision): Html {
  const text = since === undefined ? 'First indexed revision.' : changesInWords(since);
  const date = day ? html`${dayLink(day)}: ` : '';
  return html`<li>${date}<a href="${href(routes.object, { id: object })}"><code>${revision.slice(0, 12)}</code>
    </a> <span class="note">${counted(files, 'file')}, ${bytes(size)}</span><br>${text}</li>`;
}
