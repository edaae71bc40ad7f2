// The head of a model's page: its name, what it may be used for, which revision and which object this is, and its figures.

import { type Html, html } from '../../basics/html.ts';
import { bytes, compact, count, counted, day } from '../../model/figures.ts';
import { figuresHtml } from '../../model/model-figures.ts';
import { browseBy, modelLinks, ownerAndName } from '../../model-page/model-links.ts';
import { type ModelPage, totalsOf } from '../../model-page/model-page.ts';

/** Tags that say what stands elsewhere on the page. */
const TOLD = /^(license|region):|^(safetensors|endpoints_compatible)$/;
/** So many tags are shown at once. */
const SHOWN = 8;

/** Title, pills, figures and tags. Unknown facts are left out, except for the licence: its absence matters. */
export function headerHtml(model: ModelPage): Html {
  const [owner, name] = ownerAndName(model.id);
  return html`<header class="model-head"><h1><a class="owner" href="${browseBy('author', owner)}">${owner}</a><span class="owner">/</span><wbr>${name}</h1>${pills(model)}${figures(model)}${tags(model)}${model.listed ? '' : thin()}</header>`;
}

function pills(model: ModelPage): Html {
  const { id, license, revision, object } = model;
  const copied = (label: string, value: string, href: string) =>
    html`<li class="pill block"><span class="pill-name">${label}</span><a class="pill-value" href="${href}"><code>${value}</code></a><button type="button" class="copy">Copy<span class="out-of-sight"> the ${label.toLowerCase()}</span></button></li>`;
  const links = modelLinks(model);
  const licence = license
    ? html`<a href="${browseBy('filter', `license:${license}`)}">${license}</a>`
    : html`<span class="unknown">not stated</span>`;
  return html`<ul class="pills"><li class="pill"><span class="pill-name">Licence</span>${licence}</li>${copied('Revision', revision, links.info)}${copied('Address', object, links.object)}<li class="saving"><button type="button" class="save" data-save="${id}"></button></li></ul>`;
}

function figures(model: ModelPage): Html {
  const { copy, task, library, lastModified, createdAt } = model;
  const { files, bytes: whole } = totalsOf(model);
  const facts: [label: string, value: Html | '' | undefined][] = [
    ['One copy', copy && titled(bytes(copy.bytes), `${count(copy.bytes)} bytes of weights`)],
    ['Whole repository', files === 0 ? undefined : titled(bytes(whole), `${count(whole)} bytes`)],
    ['Files', html`<a href="#files">${count(files)}</a>`],
    ['Card', model.card && html`<a href="#model-card">${bytes(model.card.bytes)}</a>`],
    ...model.facts.map(({ label, value, unit }): [string, Html] => [label, factHtml(value, unit)]),
    ['Task', task && html`<a href="${browseBy('pipeline_tag', task)}">${task}</a>`],
    ['Library', library && html`<a href="${browseBy('library', library)}">${library}</a>`],
    lastModified ? ['Updated', time(lastModified)] : ['Created', createdAt && time(createdAt)],
  ];
  const known = facts.flatMap(([label, value]) => (value ? [[label, value] as const] : []));
  return html`<dl class="figures">${known.map(([label, value]) => html`<div><dt>${label}</dt><dd>${value}</dd></div>`)}${figuresHtml(model)}</dl>`;
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
  const told = all.filter((tag) => !TOLD.test(tag) && tag !== task && tag !== library);
  if (told.length === 0) return '';
  const list = (some: string[]) =>
    some.map((tag) => html`<li><a class="chip" href="${browseBy('filter', tag)}">${tag}</a></li>`);
  const rest = told.slice(SHOWN);
  const more =
    rest.length === 0
      ? ''
      : html`<li class="more"><details><summary>${counted(rest.length, 'more tag')}</summary><ul class="chips">${list(rest)}</ul></details></li>`;
  return html`<ul class="chips" aria-label="Tags">${list(told.slice(0, SHOWN))}${more}</ul>`;
}

function thin(): Html {
  return html`<p class="thin">This model fell off the list that the index is made from, so its task, size and popularity are not known here. Its files, hashes and sources are served as before.</p>`;
}
