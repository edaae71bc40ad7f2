// Writes facts for the page of a model: lists of them, and days of the archive.
import { type Html, html } from '../../basics/html.ts';
import { longDay } from '../../model/figures.ts';
import { href } from '../../table/route.ts';
import { routes } from '../../table/routes.ts';

/** Writes each fact below its label, and leaves out unknown facts. */
export const factsHtml = (facts: readonly (readonly [label: string, value: Html | '' | false | undefined])[]): Html =>
  html`${facts.map(([label, value]) => (value ? html`<div><dt>${label}</dt><dd>${value}</dd></div>` : ''))}`;

/** Names a day of the archive, YYYY-MM-DD, with a link to its page. */
export const dayLink = (date: string): Html =>
  html`<a href="${href(routes.archiveDayPage, { date })}"><time datetime="${date}">${longDay(date)}</time></a>`;
