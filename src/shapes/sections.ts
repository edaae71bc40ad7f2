// The schema of a section descriptor, which is the same for every part of the site.
import { type Static, Type } from 'typebox';
import { SECTION_FORMAT, SECTIONS } from './formats.ts';
import {
  ADDRESS_PATTERN,
  choice,
  constant,
  countOrNull,
  countShape,
  listOf,
  never,
  part,
  shape,
  textOrNull,
  textShape,
} from './notation.ts';

export const RequestDescriptor = shape('RequestDescriptor', 'How to ask for one thing.', {
  method: constant('GET', 'Everything is read with GET.'),
  url: textShape(
    'A path on this host; `{catalog.address}` is that field of the same document, other braces are yours to fill.',
  ),
  returns: textShape('What the answer holds.'),
  dialect: Type.Optional(choice(['objects', 'huggingface', 'oci', 'http'], 'In whose words it answers.')),
  caps_at: Type.Optional(countShape('The most the route returns in one call.')),
  note: Type.Optional(textShape('What else to know.')),
  artifact_type: Type.Optional(textShape('The OCI artifact type of what is fetched.')),
});
export type RequestDescriptor = Static<typeof RequestDescriptor>;

const sectionCatalog = Type.Object({
  address: textOrNull('The content address of what `fetch` gives; null when that has none.', {
    pattern: ADDRESS_PATTERN,
  }),
  fetch: textShape('Template or path: how to get it.'),
  format: textShape('The format of what comes back.'),
  media_type: Type.Optional(textShape('Its media type.')),
  note: Type.Optional(textShape('What else to know.')),
});
export type SectionCatalog = Static<typeof sectionCatalog>;

export const SectionPage = shape('SectionPage', 'A page of the documentation and its Markdown twin.', {
  slug: textShape('The page’s name in URLs.'),
  title: textShape('The page’s title.'),
  about: textShape('One sentence.'),
  page: textShape('Path of the page.'),
  markdown: textShape('Path of its Markdown twin.'),
});
export type SectionPage = Static<typeof SectionPage>;

export const SectionDescriptor = shape('SectionDescriptor', 'One part of the site, described in one fixed shape.', {
  format: constant(SECTION_FORMAT, 'The format of this document.'),
  section: choice(SECTIONS, 'Which section.'),
  title: Type.Optional(textShape('Its title.')),
  about: textShape('One sentence.'),
  self: textShape('The address of this document that needs no `Accept`.'),
  inventory: Type.Object(
    {
      described: countOrNull('Things described; null when only a live route can say.'),
      served_here: countOrNull('Things whose bytes this host serves; null when only a live route can say.'),
      note: textShape('What is counted.'),
    },
    { description: 'How much there is.' },
  ),
  catalog: Type.Unsafe<SectionCatalog | null>({
    ...sectionCatalog,
    type: ['object', 'null'],
    description: 'The whole section as one thing to fetch; null when it has no snapshot.',
  }),
  catalog_note: Type.Optional(textShape('Why there is no catalog.')),
  list: listOf(part(RequestDescriptor), 'Every way to enumerate, most useful first.'),
  item: part(RequestDescriptor),
  files: Type.Optional(part(RequestDescriptor)),
  fetch: part(RequestDescriptor),
  verify: Type.Object(
    {
      algorithm: choice(['sha256', 'blake3', 'none'], 'The hash to check arriving bytes by.'),
      expected_from: textShape('Where the expected hash stands.'),
      server_verifies_on_read: never('The client hashes what arrives; the service does not.'),
      root: Type.Optional(textShape('What all expected hashes hang from.')),
      privacy: Type.Optional(textShape('What a download tells this host.')),
    },
    { description: 'How to check what arrives.' },
  ),
  one_line: Type.Optional(textShape('One command that makes an existing tool use the section.')),
  pages: Type.Optional(listOf(part(SectionPage), 'In the docs section: every page and its Markdown twin.')),
  brief: textShape('Path of the brief.'),
  page: textShape('Path of the page for people.'),
  openapi: textShape('Path of this description.'),
});
export type SectionDescriptor = Static<typeof SectionDescriptor>;
