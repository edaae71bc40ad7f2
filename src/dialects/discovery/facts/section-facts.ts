// The facts that the module of a section states about that section.
import type { SectionDescriptor } from '../../../shapes/sections.ts';

/**
 * The facts that differ between sections. All other members of a descriptor follow from the section's name and brief.
 */
export type SectionFacts = Omit<
  SectionDescriptor,
  'format' | 'section' | 'title' | 'about' | 'self' | 'brief' | 'page' | 'openapi'
>;
