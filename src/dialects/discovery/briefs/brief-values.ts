// The facts that briefs can use: counts of the catalog, the example, the sources, and the route table. Also makes
// llms.txt in the strict form of llmstxt.org: a title, a summary, free text, then sections that contain only links.
import { DEFAULT_PAGE, MAX_PAGE } from '../../../basics/limits.ts';
import { counted } from '../../../model/figures.ts';
import { pullCommands } from '../../../model-page/model-links.ts';
import { CATALOG_MEDIA_TYPE, MODEL_PACK } from '../../../nouns/media-types.ts';
import { parseModelId } from '../../../nouns/model-id.ts';
import { CATALOG_FORMAT, SECTIONS, SPACE_ARTIFACT, SPACES_FORMAT } from '../../../shapes/formats.ts';
import { type DocsPage, OVERVIEW } from '../../../site/docs-page.ts';
import { href, type Row } from '../../../table/route.ts';
import { answeredNames, type RouteName, routes } from '../../../table/routes.ts';
import { namedTools, toolDoes, toolNames } from '../../../tools/tools.ts';
import type { DocumentFacts } from '../facts/hub-facts.ts';
import { type BriefValues, type DescribedSection, fillBrief, requestTemplate, sectionPage } from './sections.ts';

/** Returns every value for briefs except `requests`, which differs between sections. */
export function briefValues(facts: DocumentFacts): BriefValues {
  const { baseUrl, service, docs, spaces, days } = facts;
  return {
    base: baseUrl,
    host: new URL(baseUrl).host,
    name: service.name,
    about: service.about,
    version: facts.version,
    catalog: facts.catalog,
    snapshot: facts.snapshot,
    models: String(facts.models),
    listed: String(facts.listed),
    gated: String(facts.gated),
    days: String(days.length),
    files: String(days[0]?.files ?? 0),
    maxPage: String(MAX_PAGE),
    defaultPage: String(DEFAULT_PAGE),
    pinned: String(Object.keys(facts.pins).length),
    pageCount: String(docs.length),
    spaceCount: String(spaces.length),
    modelsInWords: counted(facts.models, 'model'),
    repositoryCount: String(facts.models + facts.repositories.length),
    ownCount: String(facts.repositories.length),
    ownRepositories: facts.repositories.join(', '),
    repositories: facts.repositories.map(code).join(', '),
    tokens: service.sources.map(({ token }) => token).join(', '),
    sources: service.sources.map(({ token, host }) => `\`${token}\` (${host})`).join(', '),
    pages: docs
      .map(sectionPage)
      .map(({ title, about, page, markdown }) => `- [${title}](${baseUrl}${markdown}): ${about} (page: ${page})`)
      .join('\n'),
    overview: overviewOf(docs),
    spaces: spaces
      .map(({ name, tagline, entry }) => `- [${name}](${new URL(entry, baseUrl).href}): ${tagline}`)
      .join('\n'),
    sections: SECTIONS.map((section) => `\`/${section}\``).join(', '),
    table: tableLines(),
    tools: namedTools(),
    toolsAsCode: namedTools(code),
    ...{ catalogFormat: CATALOG_FORMAT, catalogType: CATALOG_MEDIA_TYPE, modelPack: MODEL_PACK },
    ...{ spacesFormat: SPACES_FORMAT, spaceArtifact: SPACE_ARTIFACT },
    toolsDo: toolNames.map((name) => toolDoes(name, code)).join(', '),
    ...exampleValues(facts),
  };
}

const code = (name: string) => `\`${name}\``;

/** Returns the text of the overview page without its title, since the brief of the docs section has the same title. */
function overviewOf(docs: readonly DocsPage[]): string {
  const twin = docs.find(({ slug }) => slug === OVERVIEW)?.twin ?? '';
  return twin.replace(/^# .*\n+/, '').trim();
}

/** Makes a line for each row of the route table. */
function tableLines(): string {
  return answeredNames.map((name) => tableLine(routes[name])).join('\n');
}

function tableLine(row: Row): string {
  const methods = row.methods ? `${row.methods.join(', ')} ` : '';
  const where = row.attested ? ', where the operator attests' : '';
  return `- \`${methods}${requestTemplate(row)}\`: ${row.summary}${where}`;
}

/** Returns a model and a file as an example, or placeholders if the index has no model. */
function exampleValues({ baseUrl, example }: DocumentFacts): BriefValues {
  const { id, path } = example ?? { id: 'owner/name', path: 'config.json' };
  const params = { ...parseModelId(id)!, revision: 'main' };
  const { oras, skopeo } = pullCommands(baseUrl, id, 'latest');
  return {
    exampleId: id,
    examplePath: path,
    exampleFile: baseUrl + href(routes.resolve, { ...params, path }),
    exampleSums: baseUrl + href(routes.sha256sums, params),
    oras,
    skopeo,
    ollama: pullCommands(baseUrl, '<owner>/<name>', '<quant>').ollama,
  };
}

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
