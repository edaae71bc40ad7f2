// What each section says of itself, as its own module gives it.
import type { SectionDescriptor } from '../../../shapes/sections.ts';

/** What differs between sections; the rest follows from the name and the brief. */
export type SectionFacts = Omit<
  SectionDescriptor,
  'format' | 'section' | 'title' | 'about' | 'self' | 'brief' | 'page' | 'openapi'
>;
