// Shows models side by side: the table, the reason for each id that is not shown, and a form to add a model.

import { type Html, html } from '../../basics/html.ts';
import { MOST_COMPARED } from '../../basics/limits.ts';
import { own } from '../../basics/own.ts';
import { bytes, compact, count, counted, day } from '../../model/figures.ts';
import { taskTitle } from '../../nouns/task-title.ts';
import { commandText } from '../copying/command-html.ts';
import { modelHref } from '../find/suggestion.ts';
import { COMPARED, type CompareQuestion, compareAddress, shortNames } from '../questions/compare-question.ts';
import type { Compared } from './compared.ts';

/** An id that the comparison does not show. */
export interface NotCompared {
  id: string;
  why: 'gated' | 'unknown';
  /** Similar ids that the visitor may have meant. */
  meant: readonly string[];
}

/** The addresses that links lead to, and the names of the sources. */
export interface CompareView {
  /** The address of the page that compares models. */
  compare: string;
  browse: string;
  /** The address of a model's page, with `{owner}` and `{name}`. */
  modelPage: string;
  /** The host of each source. The keys are the names of the sources in rows. */
  sourceNames: Readonly<Record<string, string>>;
  /** True in an export, where an unknown id has no page. */
  isExport: boolean;
}

/** Makes the whole result of a comparison, with the columns in the given order. */
export function compareHtml(
  question: CompareQuestion,
  columns: readonly Compared[],
  missing: readonly NotCompared[],
  view: CompareView,
): Html {
  const ids = columns.map(({ id }) => id);
  const table = columns.length === 0 ? '' : tableHtml(columns, view);
  return html`${troubleHtml(question, ids, missing, view)}${table}${addHtml(ids, view)}`;
}

const modelLink = (id: string, view: CompareView) =>
  html`<a href="${modelHref(view.modelPage, id)}"><bdi>${id}</bdi></a>`;

/** Writes a sentence for each id that is not shown. */
function troubleHtml(
  { left, wrong }: CompareQuestion,
  shown: readonly string[],
  missing: readonly NotCompared[],
  view: CompareView,
): Html | '' {
  const several = (texts: readonly string[]) =>
    html`${texts.map((text, at) => html`${at === 0 ? '' : ', '}<bdi>${text}</bdi>`)}`;
  const lines = [
    ...missing.map((one) => missingHtml(one, shown, view)),
    ...wrong.map((text) => html`<bdi>${text}</bdi> is no id of a model: write it as owner/name.`),
    ...(left.length > 0
      ? [html`At most ${MOST_COMPARED} models are compared at a time. Left out: ${several(left)}.`]
      : []),
  ];
  if (lines.length === 0) return '';
  return html`<section class="card notice" aria-labelledby="left-title"><h2 id="left-title">Not shown</h2>
    <ul class="plain">${lines.map((line) => html`<li>${line}</li>`)}</ul></section>`;
}

function missingHtml({ id, why, meant }: NotCompared, shown: readonly string[], view: CompareView): Html {
  const named = view.isExport ? html`<bdi>${id}</bdi>` : modelLink(id, view);
  if (why === 'gated') return html`${named} is gated at its origin, so this index has nothing of it.`;
  const links = meant
    .filter((other) => !shown.includes(other))
    .map((other, at) => {
      const address = compareAddress(view.compare, [...shown, other]);
      return html`${at === 0 ? ' Compare with: ' : ', '}<a href="${address}"><bdi>${other}</bdi></a>`;
    });
  return html`${named} is not in this index.${links.length > 0 && shown.length < MOST_COMPARED ? links : ''}`;
}

function tableHtml(columns: readonly Compared[], view: CompareView): Html {
  const ids = columns.map(({ id }) => id);
  const heads = ids.map((id) => {
    const others = compareAddress(
      view.compare,
      ids.filter((other) => other !== id),
    );
    return html`<th scope="col"><span class="compared-id">${modelLink(id, view)}
      </span> <a class="note" href="${others}">Remove<span class="out-of-sight"> ${id}</span></a></th>`;
  });
  const names = shortNames(ids);
  const shown = [...ROWS, COMMAND]
    .map(([label, cell]) => ({ label, cells: columns.map((column) => cell(column, view)) }))
    .filter(({ cells }) => cells.some((cell) => cell !== undefined))
    .map((row) => ({ ...row, differs: row.label !== COMMAND[0] && differ(row.cells) }));
  const rows = shown.map(({ label, cells, differs }) => {
    const values = cells.map(
      (cell, at) =>
        html`<td data-label="${names.get(ids[at]!)!}">${cell ?? html`<span class="unknown">unknown</span>`}</td>`,
    );
    return html`<tr${differs ? html` class="differs"` : ''}><th scope="row">${label}${differs ? DIFFERS : ''}</th>${values}</tr>`;
  });
  const isSame = shown.some(({ differs, label }) => !differs && label !== COMMAND[0]);
  const only =
    ids.length > 1 && isSame
      ? html`<label class="only-differing"><input type="checkbox" name="only"> Only what differs</label>`
      : '';
  return html`${only}<div class="compare-room scroller"><table class="compare" data-columns="${columns.length}">
    <caption class="out-of-sight">${counted(columns.length, 'model')} side by side</caption><thead><tr><td></td>
    ${heads}</tr></thead><tbody>${rows}</tbody></table></div>`;
}

/** The word beside the label of a row whose values differ. */
const DIFFERS = html` <span class="differs-word">differs</span>`;

const differ = (cells: readonly (Html | undefined)[]) => new Set(cells.map((cell) => cell?.text)).size > 1;

/** The rows of the table in order. A cell is undefined if the fact is unknown. */
const ROWS: readonly [label: string, cell: (model: Compared, view: CompareView) => Html | undefined][] = [
  ['Licence', licence],
  ['One copy', ({ copy }) => (copy === undefined ? undefined : copy === 0 ? html`no weights` : size(copy))],
  ['Memory', ({ memory }) => (memory === undefined ? undefined : size(memory))],
  ['Formats', formats],
  ['Quantisations', quants],
  ['Parameters', ({ parameters }) => titled(parameters, '')],
  ['Context', ({ context }) => titled(context, ' tokens')],
  ['Architecture', ({ architecture }) => text(architecture)],
  ['Task', ({ task }) => text(task && taskTitle(task))],
  ['Library', ({ library }) => text(library)],
  ['Base model', bases],
  ['Sources', holders],
  ['Downloads', ({ downloads }) => titled(downloads, '')],
  ['Likes', ({ likes }) => titled(likes, '')],
  ['Updated', updated],
];

/** The last row of the table. Its commands differ for all models, so no word marks the difference. */
const COMMAND: (typeof ROWS)[number] = ['Command', commandHtml];

function commandHtml({ id, command }: Compared): Html | undefined {
  if (command === undefined) return undefined;
  return html`<div class="block"><pre><code>${commandText(command)}</code></pre><button type="button" class="copy">Copy<span
    class="out-of-sight"> for ${id}</span></button></div>`;
}

const text = (value: string | undefined) => (value === undefined ? undefined : html`<bdi>${value}</bdi>`);
const size = (value: number) => html`<span title="${counted(value, 'byte')}">${bytes(value)}</span>`;
const titled = (value: number | undefined, unit: string) =>
  value === undefined ? undefined : html`<span title="${count(value)}${unit}">${compact(value)}${unit}</span>`;

function licence({ licence: stated }: Compared): Html {
  if (!stated) return html`<strong>Not stated</strong>`;
  return html`<strong>${stated.name}</strong><br><span class="note">${stated.terms ?? 'What it allows stands in its text, which its page leads to.'}</span>`;
}

function formats({ formats: all }: Compared): Html | undefined {
  if (all.length === 0) return undefined;
  const items = all.map(
    ({ name, bytes: all }) => html`<li>${name}${all === undefined ? '' : html` ${size(all)}`}</li>`,
  );
  return html`<ul class="plain">${items}</ul>`;
}

function quants({ quants: all }: Compared): Html | undefined {
  if (all.length === 0) return undefined;
  return html`<ul class="plain quant-sizes">${all.map(([label, value]) => html`<li><b>${label}</b> ${size(value)}</li>`)}</ul>`;
}

function bases({ bases: all }: Compared, view: CompareView): Html | undefined {
  if (all.length === 0) return undefined;
  // An export may have no page for a base model, so its pages show the id as plain text.
  const shown = (id: string) => (view.isExport ? html`<bdi>${id}</bdi>` : modelLink(id, view));
  return html`<ul class="plain">${all.map((id) => html`<li>${shown(id)}</li>`)}</ul>`;
}

/** Names the sources by their hosts, as every page does. */
function holders({ sources }: Compared, { sourceNames }: CompareView): Html {
  if (sources.length === 0) return html`no whole copy`;
  return html`${sources.map((name) => own(sourceNames, name) ?? name).join(', ')}`;
}

function updated({ updated: last, created, isListed }: Compared): Html | undefined {
  const thin = isListed ? '' : html` <span class="note">no longer listed, still served</span>`;
  const at = last ?? created;
  if (at === undefined) return isListed ? undefined : thin || undefined;
  return html`<time datetime="${at}">${day(at)}</time>${last === undefined ? html` <span class="unknown">created</span>` : ''}${thin}`;
}

/** Makes the form that adds a model, by its id or from the list. */
function addHtml(ids: readonly string[], { compare, browse }: CompareView): Html {
  if (ids.length >= MOST_COMPARED)
    return html`<p class="note">These are as many as are compared at a time: remove one to add another.</p>`;
  const kept = ids.map((id) => html`<input type="hidden" name="${COMPARED}" value="${id}">`);
  const list = ids.length === 0 ? browse : `${browse}?compare=${ids.join(',')}`;
  return html`<form class="compare-add" action="${compare}" method="get">${kept}<p class="field">
    <label for="compare-id">${ids.length === 0 ? 'Model' : 'One more model'}</label>
    <input id="compare-id" name="${COMPARED}" required placeholder="owner/name" autocomplete="off"
    autocapitalize="none" spellcheck="false"></p><button type="submit">${ids.length === 0 ? 'Show' : 'Add'}</button>
    </form><p class="note">Or <a href="${list}">tick ${ids.length === 0 ? 'up to four' : 'it'} in the list of
    models</a>.</p>`;
}
