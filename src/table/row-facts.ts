// Facts that many rows of the route table share: content types, dialects, cache lives, and links of sections.

import type { ShapeName } from '../shapes/components.ts';
import type { SectionName } from '../shapes/formats.ts';
import { REPRESENTATION_TYPES } from './headers.ts';
import { built } from './route.ts';

export const { json, text: textType, html: htmlType, markdown: markdownType } = REPRESENTATION_TYPES;

export const file = { dialect: 'hub', cache: 'revalidate' } as const;

/** The facts of documents, which have a list of representations, often of one. */
export const document = { ...file, compressed: true } as const;
export const jsonDocument = { ...document, as: ['json'] } as const;
export const textDocument = { ...document, as: ['text'] } as const;

export const model = { ...document, type: json } as const;

/** The facts of rows with pages that the website makes on request. */
export const page = { dialect: 'page', cache: 'revalidate', type: htmlType } as const;
/** The facts of a page that is the same for everybody, so that an export can have it. */
export const filePage = { ...page, file: true } as const;

/** Returns the schema of a list of shapes. */
export const arrayOf = (shape: ShapeName) => ({ type: 'array', items: { $ref: `#/components/schemas/${shape}` } });

/** The redirect to the right spelling of a model's id. */
export const RESPELLED = {
  is: 'The id is one of the index in another case, or without its owner: ask the same path at the right one.',
  content: { 'application/json': 'HubError' },
  headers: ['Location', 'X-Error-Code', 'X-Error-Message'],
} as const;

/** The pack of the website's own files. These files lie beside the tree, because they change with the code. */
export const WEBSITE = 'site';
/** The folder of an app whose files have names that hold their hash. */
export const APP_ASSETS = 'assets/';
export const OPENAPI = '/openapi.json';

export const IN_ALL_THREE =
  'The answer goes by `Accept`: a browser gets the page, `application/json` the descriptor, anyone else the ' +
  'brief in Markdown. `Link` names the descriptor and the brief at addresses that need no `Accept`.';

/**
 * Returns the facts of a row that answers with a page, a descriptor or a brief. The header `Link` names the addresses
 * of the descriptor and the brief that need no `Accept`.
 */
export function described(descriptor: string, brief: string) {
  const links = [
    `<${descriptor}>; rel="alternate"; type="application/json"`,
    `<${brief}>; rel="describedby"; type="text/markdown"`,
    `<${OPENAPI}>; rel="service-desc"; type="application/vnd.oai.openapi+json"`,
  ];
  return { ...document, as: ['html', 'json', 'markdown'], headers: ['Link', links.join(', ')] } as const;
}

/** Returns the facts of the row of a section (decision 0027). `why` says what the section is for. */
export function section(name: SectionName, why?: string) {
  // A descriptor names the address that answered, so that of this row has a file of its own.
  const file = { html: `${name}/index.html`, json: `_/section-${name}.json`, markdown: `${name}/index.md` } as const;
  return {
    ...described(`/${name}/index.json`, `/${name}/index.md`),
    file,
    shape: 'SectionDescriptor',
    ...(why !== undefined && { why: `${why} ${IN_ALL_THREE}` }),
  } as const;
}

/** Makes the row that answers only with a section's descriptor. */
export const sectionDescriptor = <const N extends SectionName>(name: N) =>
  built(`/${name}/index.json`, {
    ...section(name),
    as: ['json'],
    file: `${name}/index.json`,
    summary: `The ${name} section’s descriptor`,
    why:
      `Call it to learn, in one fixed shape and without sending an \`Accept\`, how the ${name} are enumerated, reached, ` +
      'fetched and checked. Each request that it describes can be sent as it stands.',
  });

/** Makes the row that answers only with a section's brief. */
export const sectionBrief = <const N extends SectionName>(name: N) =>
  built(`/${name}/index.md`, {
    ...section(name),
    as: ['markdown'],
    file: `${name}/index.md`,
    summary: `The ${name} section’s brief`,
    why:
      `Call it to read, in a page of Markdown, what someone without a browser needs to use the ${name}. The bytes are ` +
      'those that the section’s own path answers to a caller who names no form.',
  });
