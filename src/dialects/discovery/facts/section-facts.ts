// Collects the facts of each section from its own module.
import type { SectionDescriptor } from '../../../shapes/sections.ts';

/** The facts that differ between sections. The other facts follow from the section's name and brief. */
export type SectionFacts = Omit<
  SectionDescriptor,
  'format' | 'section' | 'title' | 'about' | 'self' | 'brief' | 'page' | 'openapi'
>;
