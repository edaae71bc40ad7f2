// The head of a model's page: its name, what it may be used for, which revision and which object this is, and its figures.

import { bytes, compact, count, counted, day } from '../../figures.ts';
import { figuresHtml } from '../../model-figures.ts';
import { browseBy, modelLinks, ownerAndName } from '../../model-links.ts';
import { type ModelPage, totalsOf } from '../../model-page.ts';
import { escaped } from './escaped.ts';

/** Tags that say what stands elsewhere on the page. */
const TOLD = /^(license|region):|^(safetensors|endpoints_compatible)$/;
/** So many tags are shown at once. */
const SHOWN = 8;

/** Title, pills, figures and tags. Unknown facts are left out, except for the licence: its absence matters. */
export function headerHtml(model: ModelPage): string {
  const [owner, name] = ownerAndName(model.id);
  return `<header class="model-head"><h1><a class="owner" href="${browseBy('author', owner)}">${owner}</a><span class="owner">/</span><wbr>${name}</h1>${pills(model)}${figures(model)}${tags(model)}${model.listed ? '' : thin()}</header>`;
}

function pills(model: ModelPage): string {
  const { id, license, revision, object } = model;
  const copied = (label: string, value: string, href: string) =>
    `<li class="pill block"><span class="pill-name">${label}</span><a class="pill-value" href="${href}"><code>${value}</code></a><button type="button" class="copy">Copy<span class="out-of-sight"> the ${label.toLowerCase()}</span></button></li>`;
  const links = modelLinks(model);
  const licence = license
    ? `<a href="${browseBy('filter', `license:${license}`)}">${escaped(license)}</a>`
    : '<span class="unknown">not stated</span>';
  return `<ul class="pills"><li class="pill"><span class="pill-name">Licence</span>${licence}</li>${copied('Revision', revision, links.info)}${copied('Address', object, links.object)}<li class="saving"><button type="button" class="save" data-save="${id}"></button></li></ul>`;
}

function figures(model: ModelPage): string {
  const { copy, task, library, lastModified, createdAt } = model;
  const { files, bytes: whole } = totalsOf(model);
  const facts: [label: string, value: string | undefined][] = [
    ['One copy', copy && titled(bytes(copy.bytes), `${count(copy.bytes)} bytes of weights`)],
    ['Whole repository', files === 0 ? undefined : titled(bytes(whole), `${count(whole)} bytes`)],
    ['Files', `<a href="#files">${count(files)}</a>`],
    ...model.facts.map(({ label, value, unit }): [string, string] => [label, factHtml(value, unit)]),
    ['Task', task && `<a href="${browseBy('pipeline_tag', task)}">${escaped(task)}</a>`],
    ['Library', library && `<a href="${browseBy('library', library)}">${escaped(library)}</a>`],
    lastModified ? ['Updated', time(lastModified)] : ['Created', createdAt && time(createdAt)],
  ];
  const known = facts.filter(([, value]) => value !== undefined);
  return `<dl class="figures">${known.map(([label, value]) => `<div><dt>${label}</dt><dd>${value}</dd></div>`).join('')}${figuresHtml(model)}</dl>`;
}

function factHtml(value: string | number, unit: string | undefined): string {
  if (typeof value === 'string') return escaped(value);
  return titled(compact(value), unit === undefined ? count(value) : counted(value, unit));
}

function titled(short: string, full: string): string {
  return `<span title="${full}">${short}</span>`;
}

function time(iso: string): string {
  return `<time datetime="${escaped(iso)}">${escaped(day(iso))}</time>`;
}

function tags({ tags: all, task, library }: ModelPage): string {
  const told = all.filter((tag) => !TOLD.test(tag) && tag !== task && tag !== library);
  if (told.length === 0) return '';
  const list = (some: string[]) =>
    some
      .map((tag) => `<li><a class="chip" href="${escaped(browseBy('filter', tag))}">${escaped(tag)}</a></li>`)
      .join('');
  const rest = told.slice(SHOWN);
  const more =
    rest.length === 0
      ? ''
      : `<li class="more"><details><summary>${counted(rest.length, 'more tag')}</summary><ul class="chips">${list(rest)}</ul></details></li>`;
  return `<ul class="chips" aria-label="Tags">${list(told.slice(0, SHOWN))}${more}</ul>`;
}

function thin(): string {
  return '<p class="thin">This model fell off the list that the index is made from, so its task, size and popularity are not known here. Its files, hashes and sources are served as before.</p>';
}
