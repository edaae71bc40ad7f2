// Writes the header of a model's page (its name, description and figures), and the section with the other facts.

import { type Html, html } from '../../basics/html.ts';
import { compact, count, counted, day, longDay } from '../../model/figures.ts';
import { browseBy, docsLink } from '../../model-page/model-links.ts';
import type { ModelPage } from '../../model-page/model-page.ts';
import { pageLicence } from '../../model-page/page-licence.ts';
import { whatItDoes } from '../../model-page/what-it-is.ts';
import { idParts } from '../../nouns/model-id.ts';
import { taskTitle } from '../../nouns/tasks.ts';
import { href } from '../../table/route.ts';
import { routes } from '../../table/routes.ts';
import { commandHtml } from '../copying/command-html.ts';
import { ownerMark } from '../marks/marks-html.ts';
import { factsHtml } from '../model/facts-html.ts';
import { COMPARED } from '../questions/compare-question.ts';
import { aboutHtml } from './about-html.ts';

/** Matches tags that repeat other parts of the page. */
const TOLD = /^(license|region|base_model):|^(safetensors|endpoints_compatible)$/;

/**
 * Makes the title, one sentence about the model, and the line of trust.
 */
export function headerHtml(model: ModelPage): Html {
  const { owner, name } = idParts(model.id);
  return html`<header class="model-head"><h1>${ownerMark(owner)}<bdi><a class="owner" href="${browseBy('author', owner)}">${owner}</a>
    <span class="owner">/</span><wbr>${name}</bdi></h1><p class="lead" dir="auto">${whatItDoes(model)}</p>
    ${trustHtml(model)}${model.listed ? '' : thin()}</header>`;
}

/**
 * Makes the line of trust below the name: each source and its state, whether anybody compared what they have, whether
 * the log is signed, and since when the bytes are the same. The page was built earlier and can't know a state, so that
 * is a link until script fills it; an export has none.
 */
function trustHtml(model: ModelPage): Html {
  const { id, sources, isDirect, loggedAs, history, indexed, hashed } = model;
  const state = isDirect
    ? ''
    : html`<span class="source-state"><a href="${href(routes.healthPage, {})}">State now</a></span>`;
  const lights = sources.map(({ name, host, files }) => {
    const part = files ? html` <span class="note">some files</span>` : '';
    return html`<li data-host="${host}"><strong>${name}</strong>${part}${state}</li>`;
  });
  const listed = sources.length === 1 ? 'Listed at one source' : 'Listed there, not compared';
  const same = history?.[0]?.day ?? indexed;
  const told = [
    sources.length === 0 ? 'At no source today' : sources.length > 1 && hashed ? 'Their hashes compared' : listed,
    loggedAs &&
      html`<a href="${docsLink('log')}">${loggedAs === 'signed' ? 'In a signed log' : 'In a log, not signed'}</a>`,
    same && html`Unchanged since <time datetime="${same}">${longDay(same)}</time>`,
  ];
  const facts = told.map((one) => (one ? html`<li>${one}</li>` : ''));
  return html`<ul class="trust" aria-label="Trust"${isDirect ? '' : html` data-sources="${href(routes.modelSources, idParts(id))}"`}>
    ${lights}${facts}</ul>`;
}

/**
 * Makes the figures that help to decide (licence, parameters, context, popularity), the links to the sections of the
 * page, and the buttons to compare and save the model.
 */
export function sectionsHtml(model: ModelPage): Html {
  const { id, card, isDirect } = model;
  const facts = factsHtml([
    ['Licence', licenceName(model)],
    ...model.facts.map(({ label, value, unit }): [string, Html] => [label, factHtml(value, unit)]),
    ['Downloads', model.downloads === undefined ? undefined : titled(compact(model.downloads), count(model.downloads))],
    ['Likes', model.likes === undefined ? undefined : titled(compact(model.likes), count(model.likes))],
  ]);
  const sections = [...(card ? ['Card'] : []), 'Files', 'Use', 'Verify', 'History'];
  const items = sections.map((name) => html`<li><a href="#${name.toLowerCase()}">${name}</a></li>`);
  return html`<dl class="figures">${facts}</dl><div class="on-page"><nav aria-label="On this page"><ul>${items}</ul></nav><p>
    ${isDirect ? '' : html`<a href="${href(routes.comparePage, {})}?${COMPARED}=${id}">Compare</a>`} <span class="saving">
    <button type="button" class="save" data-save="${id}">Save</button></span></p></div>`;
}

/**
 * Shows what visitors should know before they use the model: terms, base models, origin, dates; the tags are folded.
 */
export function useHtml(model: ModelPage): Html {
  return html`${aboutHtml(model)}${dates(model)}${tags(model)}`;
}

const licenceName = (model: ModelPage) => {
  const { id, name } = pageLicence(model);
  return html`<a href="#use">${id ?? name ?? 'Not stated'}</a>`;
};

/** Shows the names of the model that programs need: its revision and its address. */
export const namesHtml = ({ revision, object }: ModelPage): Html =>
  html`${commandHtml('Revision', revision)}${commandHtml('Address', object)}`;

function dates(model: ModelPage): Html {
  const { task, library, lastModified, createdAt } = model;
  const facts = factsHtml([
    ['Task', task && html`<a href="${browseBy('pipeline_tag', task)}">${taskTitle(task)}</a>`],
    ['Library', library && html`<a href="${browseBy('library', library)}">${library}</a>`],
    lastModified ? ['Origin changed', time(lastModified)] : ['Created', createdAt && time(createdAt)],
  ]);
  return html`<dl class="figures">${facts}</dl>`;
}

function factHtml(value: string | number, unit: string | undefined): Html {
  if (typeof value === 'string') return html`${value}`;
  return titled(compact(value), unit === undefined ? count(value) : counted(value, unit));
}

function titled(short: string, full: string): Html {
  return html`<span title="${full}">${short}</span>`;
}

function time(iso: string): Html {
  return html`<time datetime="${iso}">${day(iso)}</time>`;
}

function tags({ tags: all, task, library }: ModelPage): Html | '' {
  const shown = all.filter((tag) => !TOLD.test(tag) && tag !== task && tag !== library);
  if (shown.length === 0) return '';
  const list = shown.map(
    (tag) => html`<li><a class="chip" href="${browseBy('filter', tag)}"><bdi>${tag}</bdi></a></li>`,
  );
  return html`<details class="tags"><summary>${counted(shown.length, 'tag')}</summary><ul class="chips">${list}</ul></details>`;
}

function thin(): Html {
  return html`<p class="thin">This model fell off the list that the index is made from, so its task, size and
    popularity are not known here. Its files, hashes and sources are served as before.</p>`;
}
