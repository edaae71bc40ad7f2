// Makes the descriptor and the brief of each section. All sections have both in the same form.

import { defined } from '../../../basics/defined.ts';
import { SECTION_FORMAT, type SectionName } from '../../../shapes/formats.ts';
import type { SectionDescriptor } from '../../../shapes/sections.ts';
import { href, type Row } from '../../../table/route.ts';
import { routes } from '../../../table/routes.ts';
import type { DocumentFacts } from '../facts/hub-facts.ts';
import type { SectionFacts } from '../facts/section-facts.ts';
import { aboutOf, type BriefValues, fillBrief, requestLines, titleOf } from './brief.ts';
import { bucketsFacts } from './sections/buckets.ts';
import { docsFacts } from './sections/docs.ts';
import { modelsFacts } from './sections/models.ts';
import { registryFacts } from './sections/registry.ts';
import { spacesFacts } from './sections/spaces.ts';

const FACTS: Record<SectionName, (facts: DocumentFacts) => SectionFacts> = {
  models: modelsFacts,
  registry: registryFacts,
  spaces: spacesFacts,
  buckets: bucketsFacts,
  docs: docsFacts,
};

/** The rows of the route table for the sections' pages. */
const PAGES = {
  models: routes.browse,
  registry: routes.registryPage,
  spaces: routes.spacesPage,
  buckets: routes.bucketsSection,
  docs: routes.docs,
} as const satisfies Record<SectionName, Row>;

/** A section in its two forms: a descriptor for programs, and a brief for agents. */
export interface DescribedSection {
  descriptor: SectionDescriptor;
  /** The brief, as Markdown. */
  brief: string;
}

/**
 * Describes a section. `template` is its file in content/briefs. The descriptor repeats the title and the first
 * paragraph of the brief.
 */
export function describeSection(
  section: SectionName,
  facts: DocumentFacts,
  template: string,
  values: BriefValues,
): DescribedSection {
  const { inventory, catalog, catalog_note, list, ...rest } = FACTS[section](facts);
  const brief = fillBrief(template, { ...values, requests: requestLines({ list, ...rest }) }, section);
  const descriptor: SectionDescriptor = {
    format: SECTION_FORMAT,
    section,
    title: titleOf(brief),
    about: aboutOf(brief),
    self: href(routes[`${section}Descriptor`], {}),
    inventory,
    catalog,
    ...defined({ catalog_note }),
    list,
    ...rest,
    brief: href(routes[`${section}Brief`], {}),
    page: href(PAGES[section], {}),
    openapi: href(routes.openapi, {}),
  };
  return { descriptor, brief };
}
