// Every document that follows from the facts alone, under the names that the route table has for them.
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

/** A document ready to be written. */
export interface Document {
  /** Its path in the tree. */
  path: string;
  text: string;
}

/** The texts of content/briefs, by name. The texts that others are made of are among them. */
export type Briefs = Readonly<Record<'home' | 'agent' | 'llms' | SectionName, string> & Record<string, string>>;

/** The documents of discovery. The same facts and briefs give the same bytes. */
export function discoveryDocuments(facts: DocumentFacts, briefs: Briefs): Document[] {
  const made = madeDocuments(facts, briefs);
  const written = briefDocuments(facts, briefs, new Set(made.map(({ path }) => path)));
  return [...made, ...written];
}

/** Rows that are a text of content/briefs and that nothing else makes, `/terms.md` that of `terms`, with the facts in it. */
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
    // A reader who has the last line has all of it.
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
 * The models that are kept on IPFS for good, and the gateway to have them from; undefined where no gateway is known, since
 * the document has to name one.
 */
function pins({ service, pins: models }: DocumentFacts): Pins | undefined {
  const gateway = service.gateway ?? service.sources.find((source) => sourceKind(source) === 'ipfs')?.base;
  return gateway === undefined ? undefined : { format: PINS_FORMAT, gateway, models };
}
