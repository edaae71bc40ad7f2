// A list of facts on the page of a model.
import { type Html, html } from '../../basics/html.ts';

/** Each fact below its label; what is not known is left out. */
export const factsHtml = (facts: readonly (readonly [label: string, value: Html | '' | undefined])[]): Html =>
  html`${facts.map(([label, value]) => (value ? html`<div><dt>${label}</dt><dd>${value}</dd></div>` : ''))}`;
