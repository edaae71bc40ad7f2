// Writes a list of facts for the page of a model.
import { type Html, html } from '../../basics/html.ts';

/** Writes each fact below its label, and leaves out unknown facts. */
export const factsHtml = (facts: readonly (readonly [label: string, value: Html | '' | false | undefined])[]): Html =>
  html`${facts.map(([label, value]) => (value ? html`<div><dt>${label}</dt><dd>${value}</dd></div>` : ''))}`;
