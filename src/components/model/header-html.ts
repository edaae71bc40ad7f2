// Writes the header of a model's page (its name, description and figures), and the section with the other facts.

import { type Html, html } from '../../basics/html.ts';
import { compact, count, counted, day, longDay } from '../../model/figures.ts';
import { derivedTag } from '../../model-page/base-models.ts';
import { browseBy, docsLink } from '../../model-page/model-links.ts';
import type { ModelPage, PageSource } from '../../model-page/model-page.ts';
import { pageLicence } from '../../model-page/page-licence.ts';
import { whatItDoes } from '../../model-page/what-it-is.ts';
import { idParts } from '../../nouns/model-id.ts';
import { taskTitle } from '../../nouns/tasks.ts';
import { href } from '../../table/route.ts';
import { routes } from '../../table/routes.ts';
import type { SourceState } from '../health/source-state.ts';
import { ownerMark } from '../marks/marks-html.ts';
import { aboutHtml } from './about-html.ts';
import { factsHtml } from './facts-html.ts';

/** Matches tags that repeat other parts of the page. */
const TOLD = /^(license|region|base_model):|^(safetensors|endpoints_compatible)$/;

/** Gives the present state of a source; undefined in an export. */
export type StateOf = (source: PageSource) => SourceState | undefined;

/** Makes the title, one sentence about the model, and the line of trust. */
export function headerHtml(model: ModelPage, stateOf?: StateOf): Html {
  const { owner, name } = idParts(model.id);
  return html`<header class="model-head"><h1>${ownerMark(owner)}<bdi><a class="owner" href="${browseBy('author', owner)}">${owner}</a>
    <span class="owner">/</span><wbr>${name}</bdi></h1><p class="lead" dir="auto">${whatItDoes(model)}</p>
    ${trustHtml(model, stateOf)}${model.listed ? '' : thin()}</header>`;
}

/**
 * Makes the line of trust below the name: each source and its state, whether anybody compared what they have, whether
 * the log is signed, and since when the bytes are the same.
 */
function trustHtml({ sources, loggedAs, history, indexed, hashed }: ModelPage, stateOf?: StateOf): Html {
  const lights = sources.map((source) => {
    const part = source.files ? html` <span class="note">some files</span>` : '';
    const now = stateOf?.(source);
    const state = now ? html` <span class="state state-${now.mark}">${now.word}</span>` : '';
    return html`<li><strong>${source.name}</strong>${part}${state}</li>`;
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
  return html`<ul class="trust" aria-label="Trust">${lights}${facts}</ul>`;
}

/**
 * Makes the figures that help to decide (licence, parameters, context, popularity), the links to the sections of the
 * page, and those that compare and save the model.
 */
export function sectionsHtml(model: ModelPage, canSave: boolean): Html {
  const { id, card, downloads, likes, isDirect } = model;
  const facts = factsHtml([
    ['Licence', html`<a href="#use">${pageLicence(model).id ?? 'Not stated'}</a>`],
    ...model.facts.map(({ label, value, unit }): [string, Html] => [label, factHtml(value, unit)]),
    ['Downloads', downloads !== undefined && factHtml(downloads)],
    ['Likes', likes !== undefined && factHtml(likes)],
  ]);
  const sections = [...(card ? ['Card'] : []), 'Files', 'Use', 'Verify', 'History'];
  const items = sections.map((name) => html`<li><a href="#${name.toLowerCase()}">${name}</a></li>`);
  const save = canSave ? html`<a href="${href(routes.accountPage)}#model=${encodeURIComponent(id)}">Save</a>` : '';
  return html`<dl class="figures">${facts}</dl><div class="on-page"><nav aria-label="On this page"><ul>${items}</ul></nav><p>
    ${isDirect ? '' : html`<a href="${href(routes.comparePage)}?models=${id}">Compare</a>`} ${save}</p></div>`;
}

/**
 * Shows what visitors should know before they use the model: terms, base models, origin, dates, and what else of the index
 * has to do with it; the tags are folded.
 */
export function useHtml(model: ModelPage, around: Around = {}): Html {
  return html`${aboutHtml(model, around.here)}${dates(model)}${relatedHtml(model, around)}${tags(model)}`;
}

/** Related models; empty in an export, whose pages stay when these change. */
interface Around {
  /** The base models that the index has. */
  here?: ReadonlySet<string>;
  /** The number of models made from this one, and the most downloaded of them. */
  made?: { total: number; first: readonly string[] };
}

function relatedHtml({ id }: ModelPage, { made }: Around): Html | '' {
  if (!made || made.first.length === 0) return '';
  const links = made.first.map(
    (one) => html`<li><a href="${href(routes.modelPage, idParts(one))}" dir="auto">${one}</a></li>`,
  );
  const all = html`<li><a href="${browseBy('filter', derivedTag(id))}">All ${count(made.total)}</a></li>`;
  const more = made.total > made.first.length ? all : '';
  return html`<dl class="related-list">${factsHtml([['Made from this model', html`<ul>${links}${more}</ul>`]])}</dl>`;
}

function dates(model: ModelPage): Html {
  const { task, library, lastModified, createdAt } = model;
  const facts = factsHtml([
    ['Task', task && html`<a href="${browseBy('pipeline_tag', task)}">${taskTitle(task)}</a>`],
    ['Library', library && html`<a href="${browseBy('library', library)}">${library}</a>`],
    lastModified ? ['Origin changed', time(lastModified)] : ['Created', createdAt && time(createdAt)],
  ]);
  return html`<dl class="figures">${facts}</dl>`;
}

/** Shows a number in short; its title is the whole number. */
function factHtml(value: string | number, unit?: string): Html {
  if (typeof value === 'string') return html`${value}`;
  return html`<span title="${unit === undefined ? count(value) : counted(value, unit)}">${compact(value)}</span>`;
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
