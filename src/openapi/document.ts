// Makes the API description, OpenAPI 3.1, from the route table and the operations in `operations.ts`.

import type { Service } from '../service/service.ts';
import { P2P } from '../service/sources.ts';
import { href, type Row } from '../table/route.ts';
import { type AnsweredName, answeredNames, routes } from '../table/routes.ts';
import { type Described, externalDocs } from './examples/described.ts';
import type { ShownAnswers } from './examples/shown-answers.ts';
import { operationOf, operations } from './operations/operations.ts';
import { tags } from './operations/tags.ts';
import { templateOf } from './parameters/path-template.ts';
import { pathItem, servers } from './path-item.ts';
import { Components } from './schemas/components.ts';

/** The version of the API description. The API itself has no version (decision 0027). */
export const DESCRIPTION_VERSION = '1.0.0';

/** Makes the whole description. The examples come from `shown`; there are none if the catalog has no model. */
export function openapiOf(described: Described, shown: ShownAnswers): object {
  const { baseUrl, service } = described;
  const components = new Components();
  vocabularies(components, service);
  const paths = new Map<string, object>();
  for (const name of inReadingOrder()) {
    const row: Row = routes[name];
    const operation = operations[name];
    if ('partOf' in operation) continue;
    const item = (pinned: boolean) => pathItem({ name, row, operation, components, described, shown, pinned });
    paths.set(templateOf(row), item(false));
    if (operation.pinned) paths.set(`/via/{source}${templateOf(row)}`, item(true));
  }
  return {
    openapi: '3.1.0',
    info: info(service),
    servers: servers(described),
    security: [],
    externalDocs: { url: baseUrl + href(routes.docs, {}), description: 'The documentation' },
    tags: Object.entries(tags).map(([name, { description, docs }]) => ({
      name,
      description,
      ...externalDocs(described, docs),
    })),
    paths: Object.fromEntries(paths),
    components,
  };
}

function inReadingOrder(): AnsweredName[] {
  const order = Object.keys(tags);
  return answeredNames.toSorted((a, b) => order.indexOf(operationOf(a).tag) - order.indexOf(operationOf(b).tag));
}

function info({ name, about, contact }: Service): object {
  const reach = contact?.startsWith('mailto:') ? { email: contact.slice('mailto:'.length) } : { url: contact };
  return {
    title: name,
    version: DESCRIPTION_VERSION,
    summary: about,
    description: [
      'Every file is named by the SHA-256 of its bytes and every index object by its BLAKE3. A request for a file ' +
        'is answered with a redirect to a source that passed the last probe, together with the hash that the bytes ' +
        'must have: hash what arrives, and keep it only when it is equal.',
      'Every read is anonymous and permitted from any origin. In front of the path of any read, `/via/{source}` ' +
        'pins the request to one source; where no bytes are chosen it changes nothing. A read of a model by its id ' +
        'in another case, or without its owner, is sent to the same path at the right id with 307.',
      'A refusal is one sentence that names the fix; its machine code stands in `X-Error-Code`, under `/v2` in the body.',
    ].join('\n\n'),
    license: { name: 'Apache License 2.0', identifier: 'Apache-2.0' },
    ...(contact === undefined ? {} : { contact: { name, ...reach } }),
  };
}

/** Adds schemas for the names of the sources in the operator's `service.yaml`. */
function vocabularies(components: Components, { sources }: Service): void {
  const word = (description: string, words: string[]) => ({ type: 'string', enum: words, description });
  components.add('schemas', 'SourceName', () =>
    word('A source as people read it.', [...sources.map(({ display }) => display), P2P.display]),
  );
  components.add('schemas', 'SourceHost', () =>
    word(
      'A source as health and `X-Hub-Source` spell it.',
      sources.map(({ host }) => host),
    ),
  );
}
