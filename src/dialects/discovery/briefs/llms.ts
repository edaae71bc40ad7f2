// llms.txt in the strict form of llmstxt.org: a title, a summary, free text, then sections that contain only links.
import { type RouteName, routes } from '../../../table/routes.ts';
import type { DocumentFacts } from '../facts/hub-facts.ts';
import { type BriefValues, fillBrief } from './brief.ts';
import type { DescribedSection } from './section.ts';
import { sectionPage } from './sections/docs.ts';

interface ListedLink {
  name: string;
  path: string;
  note: string;
}

/** The documents under the heading `Start`, each with the row of the route table that answers it. */
const START: readonly [name: string, row: RouteName][] = [
  ['Brief for agents', 'agentBrief'],
  ['Descriptor', 'descriptor'],
  ['API description', 'openapi'],
];

/** The links under the heading `Optional`, which readers may skip (llmstxt.org). */
const OPTIONAL: readonly [name: string, row: RouteName][] = [
  ['Agent card', 'agentCard'],
  ['API catalog', 'apiCatalog'],
  ['Archive', 'archive'],
  ['New models', 'newAtom'],
  ['Same path, new bytes', 'bytesAtom'],
  ['Health of the sources', 'health'],
  ['Sitemap', 'sitemap'],
];

/** Makes the text of llms.txt. `template` is content/briefs/llms.md, whose filled-in text comes before the links. */
export function llms(
  facts: DocumentFacts,
  described: readonly DescribedSection[],
  template: string,
  values: BriefValues,
): string {
  const { baseUrl, service, docs } = facts;
  const parts: [heading: string, links: ListedLink[]][] = [
    ['Start', START.map(rowLink)],
    ['Docs', docs.map(sectionPage).map(({ title, markdown, about }) => ({ name: title, path: markdown, note: about }))],
    ['Sections', described.flatMap(sectionLinks)],
    ['Optional', OPTIONAL.map(rowLink)],
  ];
  const lists = parts
    .filter(([, links]) => links.length > 0)
    .map(([heading, links]) => `## ${heading}\n\n${links.map((link) => formatLink(baseUrl, link)).join('\n')}`);
  const free = fillBrief(template, values, 'llms').trim();
  return `${[`# ${service.name}`, `> ${service.about}`, free, ...lists].join('\n\n')}\n`;
}

function rowLink([name, row]: readonly [string, RouteName]): ListedLink {
  return { name, path: routes[row].pattern, note: routes[row].summary };
}

function sectionLinks({ descriptor: { section, title, about, brief, self } }: DescribedSection): ListedLink[] {
  const descriptor = { name: `${title}, descriptor`, path: self, note: 'the same as JSON, with every request in it' };
  // The brief of the docs section is the overview page, and the list of docs has a link to that page.
  return section === 'docs' ? [descriptor] : [{ name: `${title}, brief`, path: brief, note: about }, descriptor];
}

/** Returns the line of a link. Removes line breaks from the note, since they would end the list. */
function formatLink(baseUrl: string, { name, path, note }: ListedLink): string {
  return `- [${name}](${baseUrl}${path}): ${note.replace(/\s+/g, ' ')}`;
}
