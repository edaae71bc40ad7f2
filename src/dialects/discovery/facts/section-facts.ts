// Collects the facts of each section from its own module.
import type { SectionDescriptor } from '../../../shapes/sections.ts';

/** The facts that differ between sections; the others follow from the name and the brief. */
export type SectionFacts = Omit<
  SectionDescriptor,
  'format' | 'section' | 'title' | 'about' | 'self' | 'brief' | 'page' | 'openapi'
>;
