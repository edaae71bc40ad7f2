// Makes every document that depends only on `DocumentFacts`.
import { own } from '../../basics/own.ts';
import { sourceKind } from '../../nouns/source-kinds.ts';
import type { Pins } from '../../shapes/discovery.ts';
import { PINS_FORMAT, SECTIONS, type SectionName } from '../../shapes/formats.ts';
import { fileOf, type Representation, type Row, treePath } from '../../table/route.ts';
import { type DocumentName, routes } from '../../table/routes.ts';
import { agentCard } from './agent-card.ts';
import { apiCatalog } from './api-catalog.ts';
import { archive } from './archive.ts';
import { fillBrief } from './briefs/brief.ts';
import { briefValues } from './briefs/brief-values.ts';
import { llms } from './briefs/llms.ts';
import { describeSection } from './briefs/section.ts';
import { descriptor } from './descriptor.ts';
import type { DocumentFacts } from './facts/hub-facts.ts';
import { robots } from './robots.ts';
import { securityText } from './security.ts';

/** A document that the build writes into the tree. */
export interface Document {
  /** The path of the document in the tree. */
  path: string;
  text: string;
}

/** The templates in content/briefs, by file name. */
export type Briefs = Readonly<Record<'home' | 'agent' | 'llms' | SectionName, string> & Record<string, string>>;

/** Makes the discovery documents. The same facts and templates give the same bytes. */
export function discoveryDocuments(facts: DocumentFacts, briefs: Briefs): Document[] {
  const made = madeDocuments(facts, briefs);
  const written = briefDocuments(facts, briefs, new Set(made.map(({ path }) => path)));
  return [...made, ...written];
}

/** Makes the documents that consist only of a filled-in template, such as `/terms.md` from `terms`. */
function briefDocuments(facts: DocumentFacts, briefs: Briefs, made: ReadonlySet<string>): Document[] {
  const values = briefValues(facts);
  return Object.values<Row>(routes).flatMap((row) => {
    const as = row.as?.find((form) => form === 'markdown' || form === 'text');
    if (as === undefined || row.pattern.includes('{')) return [];
    const [path, brief] = [treePath(row, {}, as), fileOf(row, {}, as).replace(/^.*\/|\.(md|txt)$/g, '')];
    const text = own(briefs, brief);
    return text === undefined || made.has(path) ? [] : [{ path, text: fillBrief(text, values, brief) }];
  });
}

function madeDocuments(facts: DocumentFacts, briefs: Briefs): Document[] {
  const values = briefValues(facts);
  const sections = SECTIONS.map((name) => describeSection(name, facts, briefs[name], values));
  const security = securityText(facts);
  const pinned = pins(facts);
  return [
    json('descriptor', descriptor(facts)),
    document('home', 'markdown', fillBrief(briefs.home, values, 'home')),
    json('agentCard', agentCard(facts)),
    // The agent brief ends with a fixed line. A reader who sees the line knows that the text is complete.
    document('agentBrief', 'markdown', `${fillBrief(briefs.agent, values, 'agent').trim()}\n\n${canary(facts)}`),
    document('llms', 'text', llms(facts, sections, briefs.llms, values)),
    document('robots', 'text', robots(facts.baseUrl)),
    json('apiCatalog', apiCatalog(facts.baseUrl)),
    json('archive', archive(facts)),
    ...(pinned ? [json('pins', pinned)] : []),
    ...(security === undefined ? [] : [document('security', 'text', security)]),
    ...sections.flatMap((section) => [
      json(`${section.descriptor.section}Descriptor`, section.descriptor),
      document(`${section.descriptor.section}Brief`, 'markdown', section.brief),
    ]),
  ];
}

const document = (row: DocumentName, as: Representation, text: string): Document => ({
  path: treePath(routes[row], {}, as),
  text,
});
const json = (row: DocumentName, value: object) => document(row, 'json', `${JSON.stringify(value)}\n`);

function canary({ snapshot, catalog }: DocumentFacts): string {
  return `<!-- model-hub canary: agent.md of ${snapshot}, ${catalog}: you have read it to the end -->`;
}

/**
 * Lists the models that are pinned on IPFS, with the gateway that serves them. Undefined if no gateway is known, since
 * the document must name one.
 */
function pins({ service, pins: models }: DocumentFacts): Pins | undefined {
  const gateway = service.gateway ?? service.sources.find((source) => sourceKind(source) === 'ipfs')?.base;
  return gateway === undefined ? undefined : { format: PINS_FORMAT, gateway, models };
}
