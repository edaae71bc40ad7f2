// The facts that briefs can use: counts of the catalog, the example, the sources, and the route table.
import { DEFAULT_PAGE, MAX_PAGE } from '../../../basics/limits.ts';
import { counted } from '../../../model/figures.ts';
import { pullCommands } from '../../../model-page/model-links.ts';
import { MODEL_PACK, OBJECT_MEDIA_TYPES } from '../../../nouns/media-types.ts';
import { parseModelId } from '../../../nouns/model-id.ts';
import { CATALOG_FORMAT, SECTIONS, SPACE_ARTIFACT, SPACES_FORMAT } from '../../../shapes/formats.ts';
import { type DocsPage, OVERVIEW } from '../../../site/docs-page.ts';
import { href, type Row, templateOf } from '../../../table/route.ts';
import { answeredNames, routes } from '../../../table/routes.ts';
import { namedTools, toolDoes, toolNames } from '../../../tools/tools.ts';
import type { DocumentFacts } from '../facts/hub-facts.ts';
import { type BriefValues, sectionPage } from './sections.ts';

/** Returns every value for briefs except `requests`, which differs between sections. */
export function briefValues(facts: DocumentFacts): BriefValues {
  const { baseUrl, service, docs, spaces, days } = facts;
  const pages = docs.map(sectionPage);
  const pageLinks = pages.map(({ title, about, markdown }) => `- [${title}](${baseUrl}${markdown}): ${about}`);
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
    pages: pageLinks.map((link, at) => `${link} (page: ${pages[at]!.page})`).join('\n'),
    // A heading must not stand above nothing (llmstxt.org).
    docsLinks: docs.length === 0 ? '' : `## Docs\n\n${pageLinks.join('\n')}\n\n`,
    overview: overviewOf(docs),
    spaces: spaces
      .map(({ name, tagline, entry }) => `- [${name}](${new URL(entry, baseUrl).href}): ${tagline}`)
      .join('\n'),
    sections: SECTIONS.map((section) => `\`/${section}\``).join(', '),
    table: tableLines(),
    tools: namedTools(),
    toolsAsCode: namedTools(code),
    ...{ catalogFormat: CATALOG_FORMAT, catalogType: OBJECT_MEDIA_TYPES.catalog, modelPack: MODEL_PACK },
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
  return `- \`${methods}${templateOf(row)}\`: ${row.summary}${where}`;
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
