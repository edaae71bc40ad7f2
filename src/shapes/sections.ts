// The section descriptor: one fixed shape for every part of the site.
import { type Static, Type } from 'typebox';
import { SECTION_FORMAT, SECTIONS, type SectionName } from './formats.ts';
import { ADDRESS_PATTERN, constant, count, countOrNull, never, part, text, textOrNull } from './notation.ts';

export const RequestDescriptor = Type.Object(
  {
    method: constant('GET', 'Everything is read with GET.'),
    url: text(
      'A path on this host; `{catalog.address}` is that field of the same document, other braces are yours to fill.',
    ),
    returns: text('What the answer holds.'),
    dialect: Type.Optional(
      Type.Unsafe<'objects' | 'huggingface' | 'oci' | 'http'>({
        type: 'string',
        enum: ['objects', 'huggingface', 'oci', 'http'],
        description: 'In whose words it answers.',
      }),
    ),
    caps_at: Type.Optional(count('The most the route returns in one call.')),
    note: Type.Optional(text('What else to know.')),
    artifact_type: Type.Optional(text('The OCI artifact type of what is fetched.')),
  },
  { title: 'RequestDescriptor', description: 'How to ask for one thing.' },
);
export type RequestDescriptor = Static<typeof RequestDescriptor>;

const sectionCatalog = Type.Object({
  address: textOrNull('A content address of the whole section; null when what `fetch` gives has none.', {
    pattern: ADDRESS_PATTERN,
  }),
  fetch: text('Template or path: how to get it.'),
  format: text('The format of what comes back.'),
  media_type: Type.Optional(text('Its media type.')),
  note: Type.Optional(text('What else to know.')),
});
export type SectionCatalog = Static<typeof sectionCatalog>;

export const SectionPage = Type.Object(
  {
    slug: text('The page’s name in URLs.'),
    title: text('The page’s title.'),
    about: text('One sentence.'),
    page: text('Path of the page.'),
    markdown: text('Path of its Markdown twin.'),
  },
  { title: 'SectionPage', description: 'A page of the documentation and its Markdown twin.' },
);
export type SectionPage = Static<typeof SectionPage>;

export const SectionDescriptor = Type.Object(
  {
    format: constant(SECTION_FORMAT, 'The format of this document.'),
    section: Type.Unsafe<SectionName>({ type: 'string', enum: [...SECTIONS], description: 'Which section.' }),
    title: Type.Optional(text('Its title.')),
    about: text('One sentence.'),
    self: text('The address of this document that needs no `Accept`.'),
    inventory: Type.Object(
      {
        described: countOrNull('Things described; null when only a live route can say.'),
        served_here: countOrNull('Things whose bytes this host serves; null when only a live route can say.'),
        note: text('What is counted.'),
      },
      { description: 'How much there is.' },
    ),
    catalog: Type.Unsafe<SectionCatalog | null>({
      ...sectionCatalog,
      type: ['object', 'null'],
      description: 'The whole section as one thing to fetch; null when it has no snapshot.',
    }),
    catalog_note: Type.Optional(text('Why there is no catalog.')),
    list: Type.Array(part(RequestDescriptor), { description: 'Every way to enumerate, most useful first.' }),
    item: part(RequestDescriptor),
    files: Type.Optional(part(RequestDescriptor)),
    fetch: part(RequestDescriptor),
    verify: Type.Object(
      {
        algorithm: Type.Unsafe<'sha256' | 'blake3' | 'none'>({
          type: 'string',
          enum: ['sha256', 'blake3', 'none'],
          description: 'With what to hash the bytes that arrive.',
        }),
        expected_from: text('Where the expected hash stands.'),
        server_verifies_on_read: never('The client hashes what arrives; the service does not.'),
        root: Type.Optional(text('What all expected hashes hang from.')),
        privacy: Type.Optional(text('What a download tells this host.')),
      },
      { description: 'How to check what arrives.' },
    ),
    one_line: Type.Optional(text('One command that makes an existing tool use the section.')),
    pages: Type.Optional(
      Type.Array(part(SectionPage), { description: 'In the docs section: every page and its Markdown twin.' }),
    ),
    brief: text('Path of the brief.'),
    page: text('Path of the page for people.'),
    openapi: text('Path of this description.'),
  },
  { title: 'SectionDescriptor', description: 'One part of the site, told in one fixed shape.' },
);
export type SectionDescriptor = Static<typeof SectionDescriptor>;
