// Makes the suggestions of the header's search, and their HTML in the list.

import { type Html, html } from '../../basics/html.ts';
import { idParts, versionLink } from '../../nouns/model-id.ts';
import { href } from '../../table/route.ts';

export interface Suggestion {
  group: 'Models' | 'Owners' | 'Files' | 'Docs' | 'More';
  href: string;
  title: string;
  /** A few words that distinguish this suggestion from others. */
  note?: string;
  /** True if Enter leads to this suggestion, such as a model whose whole name was pasted or typed. */
  isMeant?: true;
}

/** Makes the address of the page of the model `id`. */
export function modelHref(pattern: string, id: string): string {
  return href({ pattern: pattern as '/{owner}/{name}' }, idParts(id));
}

/** Suggests the model whose id was typed. `tag` is the quantisation, if one was typed after a colon. */
export function modelSuggestion(pattern: string, id: string, tag: string | undefined): Suggestion {
  const page = modelHref(pattern, id);
  const meant = { group: 'Models', title: id, isMeant: true } as const;
  return tag === undefined ? { ...meant, href: page } : { ...meant, href: page + versionLink(tag), note: tag };
}

/** Suggests the page of a hash. */
export function hashSuggestion(pattern: string, sha256: string): Suggestion {
  const leads = href({ pattern: pattern as '/{sha256}' }, { sha256 });
  const note = 'everything known of this hash';
  return { group: 'Files', href: leads, title: `${sha256.slice(0, 12)}…`, note, isMeant: true };
}

/** The HTML id of the option at the position `at` of the list. */
export const optionId = (at: number) => `find-${at}`;

/**
 * Groups suggestions. The groups come in the order of their first members, so options can be numbered in the final
 * order.
 */
export function inGroups(suggestions: readonly Suggestion[]): Suggestion[] {
  return [...Map.groupBy(suggestions, ({ group }) => group).values()].flat();
}

/** Makes the inside of the list; `sorted` comes from `inGroups`. */
export function listHtml(sorted: readonly Suggestion[]): Html {
  const numbered = sorted.map((suggestion, at) => ({ ...suggestion, at }));
  const option = ({ at, href: leads, title, note }: (typeof numbered)[number]) =>
    html`<a role="option" id="${optionId(at)}" href="${leads}" tabindex="-1" aria-selected="false"><bdi>${title}</bdi>
      ${
        note
          ? html` <span
      class="note">${note}</span>`
          : ''
      }</a>`;
  const groups = [...Map.groupBy(numbered, ({ group }) => group)];
  return html`${groups.map(
    ([group, options]) =>
      html`<div role="group" aria-label="${group}"><p class="find-group" role="presentation">${group}</p>${options.map(option)}</div>`,
  )}`;
}
