// Every document that follows from the facts alone, under the names that the route table has for them.
import type { Representation } from '../../route.ts';
import { SECTIONS, type SectionName } from '../../wire/section.ts';
import { agentCard } from './agent-card.ts';
import { apiCatalog } from './api-catalog.ts';
import { archive } from './archive.ts';
import { fillBrief } from './brief.ts';
import { briefValues } from './brief-values.ts';
import { descriptor } from './descriptor.ts';
import type { HubFacts } from './hub-facts.ts';
import { llms } from './llms.ts';
import { pins } from './pins.ts';
import { robots } from './robots.ts';
import { describeSection } from './section.ts';
import { securityText } from './security.ts';

/** A document ready to be written. */
export interface Document {
  /** That of `document` in the route table. */
  name: string;
  as: Exclude<Representation, 'html'>;
  text: string;
}

/** The files of content/briefs, by name. */
export const BRIEFS = ['home', 'agent', 'llms', ...SECTIONS] as const;
export type Briefs = Readonly<Record<(typeof BRIEFS)[number], string>>;

/** The documents of discovery. The same facts and briefs give the same bytes. */
export function discoveryDocuments(facts: HubFacts, briefs: Briefs): Document[] {
  const values = briefValues(facts);
  const sections = SECTIONS.map((name) => describeSection(name, facts, briefs[name], values));
  const security = securityText(facts);
  const pinned = pins(facts);
  return [
    json('home', descriptor(facts)),
    markdown('home', fillBrief(briefs.home, values, 'home')),
    json('agent-card', agentCard(facts)),
    // A reader who has the last line has all of it.
    markdown('agent', `${fillBrief(briefs.agent, values, 'agent').trim()}\n\n${canary(facts)}`),
    { name: 'llms', as: 'text', text: llms(facts, sections, briefs.llms, values) },
    { name: 'robots', as: 'text', text: robots(facts.baseUrl) },
    json('api-catalog', apiCatalog(facts.baseUrl)),
    json('archive', archive(facts)),
    ...(pinned ? [json('pins', pinned)] : []),
    ...(security === undefined ? [] : [{ name: 'security', as: 'text', text: security } as const]),
    ...sections.flatMap((section) => [
      json(sectionDocument(section.descriptor.section), section.descriptor),
      markdown(sectionDocument(section.descriptor.section), section.brief),
    ]),
  ];
}

const sectionDocument = (section: SectionName) => `sections/${section}`;

const json = (name: string, value: object): Document => ({ name, as: 'json', text: `${JSON.stringify(value)}\n` });
const markdown = (name: string, text: string): Document => ({ name, as: 'markdown', text });

function canary({ snapshot, catalog }: HubFacts): string {
  return `<!-- model-hub canary: agent.md of ${snapshot}, ${catalog}: you have read it to the end -->`;
}
