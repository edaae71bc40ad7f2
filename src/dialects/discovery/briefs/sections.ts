// Makes the descriptor and the brief of each section, from its file in content/briefs.
import { parse } from 'yaml';
import { defined, own } from '../../../basics/records.ts';
import { pullCommands } from '../../../model-page/model-links.ts';
import type { RequestDescriptor, SectionDescriptor, SectionPage } from '../../../shapes/discovery.ts';
import { SECTION_FORMAT, type SectionName } from '../../../shapes/formats.ts';
import { type DocsPage, OVERVIEW } from '../../../site/docs-page.ts';
import { href, templateOf } from '../../../table/route.ts';
import { routes } from '../../../table/routes.ts';
import { spaceRepositoryName } from '../../oci/registry/own-repositories.ts';
import type { DocumentFacts } from '../facts/hub-facts.ts';

/** The values of facts by the names that templates use. `base` is the public address of the hub. */
export type BriefValues = Readonly<Record<string, string>>;

/**
 * Fills in `template`: values by their names, and what the route table has, as in `{{url tree revision=main}}`. Throws
 * for an unknown fact or row; the message is a sentence that names the brief.
 */
export function fillBrief(template: string, values: BriefValues, brief: string): string {
  return template.replace(/\{\{((?:[^{}]|\{[^{}]*\})+)\}\}/g, (_, text: string) => {
    const value = valueFor(text.trim().split(/\s+/), values);
    if (value === undefined) throw new Error(`content/briefs/${brief}.md: there is no {{${text}}}`);
    return value;
  });
}

function valueFor([name = '', ...rest]: string[], values: BriefValues): string | undefined {
  if (rest.length === 0) return own(values, name);
  const [row, ...given] = rest;
  const found = own(routes, row!);
  const path = found && templateOf(found, Object.fromEntries(given.map((pair) => pair.split('='))));
  return path && own({ path, url: `${values.base}${path}`, summary: found.summary }, name);
}

/** Returns the title of a brief. */
function titleOf(brief: string): string {
  return /^# (.+)$/m.exec(brief)?.[1] ?? '';
}

/** Returns the first paragraph of a brief as one line. */
function aboutOf(brief: string): string {
  const paragraph = /^# .+\n+((?:.+\n?)+)/m.exec(brief)?.[1] ?? '';
  return paragraph.replace(/^> ?/gm, '').trim().replace(/\n/g, ' ');
}

/** Returns the requests of a section as a Markdown list. */
function requestLines(section: Pick<SectionDescriptor, 'list' | 'item' | 'files' | 'fetch'>): string {
  const named = { List: section.list, One: section.item, 'Its files': section.files ?? [], Bytes: section.fetch };
  return Object.entries(named)
    .flatMap(([name, requests]) => [requests].flat().map((request) => `- ${name}: ${requestLine(request)}`))
    .join('\n');
}

function requestLine({ method, url, returns, note }: RequestDescriptor): string {
  return `\`${method} ${url}\` gives ${returns}${note === undefined ? '' : `. ${upperFirst(note)}`}.`;
}

function upperFirst(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** The facts in the front matter of a section's brief, and all others that differ between sections. */
type SectionFacts = Omit<SectionDescriptor, 'format' | 'section' | 'title' | 'about' | 'self' | 'brief' | 'openapi'>;

/** Returns a command that gets something of the section; undefined if there is nothing to get. */
function oneLine(section: SectionName, { baseUrl, example, spaces }: DocumentFacts): string | undefined {
  const oras = (name: string | undefined) => name && pullCommands(baseUrl, name, 'latest').oras;
  const [space] = spaces;
  const lines: Record<SectionName, string | undefined> = {
    models: example && `HF_ENDPOINT=${baseUrl} hf download ${example.id}`,
    registry: oras(example?.id),
    spaces: oras(space && spaceRepositoryName(space.id)),
    buckets: undefined,
    docs: `curl -s ${baseUrl}${href(routes.llms)}`,
  };
  return lines[section];
}

/**
 * Returns the description of a page of the documentation, with its two addresses. The overview is the section's own
 * page.
 */
export function sectionPage({ slug, title, description }: DocsPage): SectionPage {
  const page = slug === OVERVIEW ? href(routes.docs) : href(routes.docsPage, { page: slug });
  return { slug, title, about: description, page, markdown: href(routes.docsTwin, { page: slug }) };
}

/**
 * Describes a section in two forms: a descriptor for programs, and a brief for agents, as Markdown. `template` is its
 * file in content/briefs: the facts of the descriptor as YAML, then the brief. The descriptor repeats the title and the
 * first paragraph of the brief.
 */
export function describeSection(section: SectionName, facts: DocumentFacts, template: string, values: BriefValues) {
  const [, head = '', text = ''] = /^---\n(.*?)^---\n(.*)/ms.exec(template) ?? [];
  const { page, inventory, ...rest } = parse(fillBrief(head, values, section)) as SectionFacts;
  const brief = fillBrief(text, { ...values, requests: requestLines(rest) }, section);
  const descriptor: SectionDescriptor = {
    format: SECTION_FORMAT,
    section,
    title: titleOf(brief),
    about: aboutOf(brief),
    self: href(routes[`${section}Descriptor`]),
    inventory,
    ...rest,
    ...defined({ one_line: oneLine(section, facts) }),
    ...(section === 'docs' && { pages: facts.docs.map(sectionPage) }),
    brief: href(routes[`${section}Brief`]),
    page,
    openapi: href(routes.openapi),
  };
  return { descriptor, brief };
}
