// Prints the route table as the API description, OpenAPI 3.1. A row has the words, the parameters and the refusals of its
// operations.
import { defined, own } from '../basics/records.ts';
import type { DocumentFacts } from '../dialects/discovery/facts/hub-facts.ts';
import { betweenQuotes } from '../get-it/shells.ts';
import { hashShard } from '../nouns/address.ts';
import { parseModelId } from '../nouns/model-id.ts';
import { P2P, type Service } from '../service/service.ts';
import { OVERVIEW } from '../site/docs-page.ts';
import { href, type Operation, type Parameters, type Row, readsBy, type Schema } from '../table/route.ts';
import { type AnsweredName, answeredNames, routes } from '../table/routes.ts';
import { components } from './components.ts';
import { chapters, parameters, sentence, TOKEN_VARIABLE, templateOf, tokens } from './parameters.ts';
import { codesOf, responsesOf } from './responses.ts';

/** The version of the API description. The API itself has no version (decision 0027). */
const DESCRIPTION_VERSION = '1.0.0';

/** The facts about the hub that the description needs. Without an `example`, it has no command that names a model. */
type Described = Pick<DocumentFacts, 'baseUrl' | 'service' | 'catalog' | 'snapshot' | 'example'> & {
  docs: readonly Pick<DocumentFacts['docs'][number], 'slug' | 'title'>[];
};

/** Returns the name of the row whose words describe the row `name`; undefined if only browsers ask for the row. */
export function describedRow(name: AnsweredName): AnsweredName | undefined {
  const { partOf, why }: Row = routes[name];
  return (partOf as AnsweredName | undefined) ?? (why === undefined ? undefined : name);
}

/** Makes the whole description. */
export const openapiOf = (described: Described): object => new Description(described).whole();

class Description {
  readonly #components = components();
  readonly #described: Described;
  readonly #tokens: string[];
  /** The addresses to which a path can be added. The second pins a client to one source, and accepts only reads. */
  readonly #servers: object[];
  /** The examples of parameters by name. */
  readonly #examples: Readonly<Record<string, string>>;
  readonly #parameters: Parameters;

  constructor(described: Described) {
    const { baseUrl, service } = described;
    this.#described = described;
    this.#examples = examplesOf(described);
    this.#tokens = service.sources.map(({ token }) => token);
    const source = { type: 'string', enum: this.#tokens, description: 'The one source that redirects may lead to.' };
    this.#parameters = { ...parameters, source: { ...source, examples: this.#tokens.slice(0, 1) } };
    const { type: _, ...variable } = source;
    this.#servers = [
      { url: baseUrl, description: 'This service' },
      {
        url: `${baseUrl}/via/{source}`,
        description: 'Pinned to one source',
        variables: { source: { ...variable, default: this.#tokens[0] } },
      },
    ];
  }

  whole(): object {
    const { baseUrl, service } = this.#described;
    const named = [...service.sources.map(({ display }) => display), P2P.display];
    this.#vocabulary('SourceName', 'A source as people read it.', named);
    const hosts = service.sources.map(({ host }) => host);
    this.#vocabulary('SourceHost', 'A source as health and `X-Hub-Source` spell it.', hosts);
    const order = Object.keys(chapters);
    const rows = answeredNames
      .filter((name) => describedRow(name) === name)
      .map((name): [string, Row] => [name, routes[name]])
      .sort(([, a], [, b]) => order.indexOf(a.chapter!) - order.indexOf(b.chapter!));
    const paths = rows.flatMap(([name, row]) => {
      const pinned = row.pinned && { ...row, ...row.pinned, also: {} };
      return [
        [row, templateOf(row)] as const,
        ...(pinned ? [[pinned, `/via/{source}${templateOf(row)}`] as const] : []),
      ].map(([one, template]) => [template, this.#item(name, one, template)]);
    });
    return {
      openapi: '3.1.0',
      info: info(service),
      servers: this.#servers,
      security: [],
      externalDocs: { url: baseUrl + href(routes.docs), description: 'The documentation' },
      tags: Object.entries(chapters).map(([name, description]) => ({ name, description })),
      paths: Object.fromEntries(paths),
      components: this.#components,
    };
  }

  /** Adds the schema of names that the operator's `service.yaml` gives to the sources. */
  #vocabulary(name: string, description: string, words: readonly string[]): void {
    this.#components.add('schemas', name, () => ({ type: 'string', enum: words, description }));
  }

  /** Describes a row: its path, its first method, and the methods that change something. */
  #item(name: string, row: Row, template: string): object {
    const all = [[row.methods?.[0] ?? 'GET', row] as const, ...Object.entries<Operation>(row.also ?? {})];
    const shared = this.#pathParameters(row, template);
    const filled = shared.some(({ example }) => example === undefined)
      ? undefined
      : shared.reduce((path, { name, example }) => path.replace(`{${name}}`, encodeURI(example!)), template);
    const described = all.map(([method, operation]) => {
      const codes = codesOf(row, operation);
      const made = {
        ...this.#operation(name, row, operation),
        // Pinned paths accept only reads.
        ...(readsBy(row, method) ? {} : { servers: this.#servers.slice(0, 1) }),
        ...(filled !== undefined && { 'x-codeSamples': [this.#sample(method, operation, filled)] }),
        ...(codes.length > 0 && { 'x-error-codes': codes }),
        responses: responsesOf(this.#components, row, operation),
      };
      return [method.toLowerCase(), made];
    });
    const parts = shared.map(({ part }) => part);
    return { ...(parts.length > 0 && { parameters: parts }), ...Object.fromEntries(described) };
  }

  #operation(name: string, row: Row, operation: Operation) {
    const { id = `get${name[0]!.toUpperCase()}${name.slice(1)}`, why, query = {}, sent = {}, request } = operation;
    const takes = [
      ...Object.entries(query).map(([one, schema]) => parameterOf('query', one, schema, this.#examples[one])),
      ...Object.entries(sent).map(([one, schema]) => parameterOf('header', one, schema, undefined)),
    ];
    const media = Object.entries(request?.content ?? {}).map(([type, shape], at) => [
      type,
      { schema: this.#components.schema(shape), ...(at === 0 && { example: request!.example }) },
    ]);
    return {
      operationId: id,
      tags: [row.chapter],
      summary: titleOf(id),
      description: `${sentence(row.summary)}\n\n${why}`,
      ...(takes.length > 0 && { parameters: takes }),
      ...(request && {
        requestBody: {
          description: request.description,
          ...(!request.optional && { required: true }),
          content: Object.fromEntries(media),
        },
      }),
      ...this.#security(operation),
    };
  }

  /**
   * Names the token that an operation needs. At the top of the description, an empty list says that other operations
   * need none.
   */
  #security({ token, welcome }: Operation): object {
    const name = token ?? welcome;
    if (name === undefined) return {};
    this.#components.add('securitySchemes', name, () => tokens[name]);
    return { security: [...(welcome ? [{}] : []), { [name]: [] }] };
  }

  /** Describes the params of a path; a row's own are not shared with other rows. */
  #pathParameters({ dialect, params = {} }: Row, template: string) {
    return [...template.matchAll(/\{(\w+)/g)].map(([, name = '']) => {
      const schema = own(params, name);
      const component = (dialect === 'oci' && own(ON_REGISTRY, name)) || name;
      const known = schema ?? this.#parameters[component]!;
      const parameter = parameterOf('path', name, known, schema ? undefined : own(this.#examples, component));
      const part = schema ? parameter : this.#components.add('parameters', component, () => parameter);
      return { name, part, example: parameter.example as string | undefined };
    });
  }

  /** Makes a `curl` command that works when somebody pastes it into a shell. `path` has examples for its params. */
  #sample(method: string, { query = {}, request, token, answers = {} }: Operation, path: string) {
    const needed = Object.entries<Schema>(query).filter(([, { minItems }]) => minItems !== undefined);
    const asks = new URLSearchParams(needed.map(([name]) => [name, this.#examples[name] ?? '']));
    const url = this.#described.baseUrl + path + (needed.length > 0 ? `?${asks}` : '');
    const verb = method === 'GET' || (method === 'POST' && request) ? '' : ` -X ${method}`;
    const bearer = token ? ` -H "Authorization: Bearer $${TOKEN_VARIABLE[token]}"` : '';
    // The command shows the headers of a redirect, since a redirect has no body.
    const silent = '302' in answers || '307' in answers ? '-sI' : '-s';
    const source = `curl ${silent} ${betweenQuotes(url)}${verb}${bearer}${request ? sentBody(request) : ''}`;
    return { lang: 'Shell', label: 'curl', source };
  }
}

/** Describes a parameter. Its example is the first of the schema's `examples`, else `found`. */
function parameterOf(
  place: 'path' | 'query' | 'header',
  name: string,
  { description, examples, ...schema }: Parameters[string] & { examples?: readonly unknown[]; items?: Schema },
  found: string | undefined,
) {
  const one = (examples ?? (schema.items?.examples as unknown[] | undefined))?.[0] ?? found;
  const example = schema.items && one !== undefined ? [one] : one;
  const required = place === 'path' || schema.minItems !== undefined || undefined;
  return { name, in: place, description, schema, ...defined({ required, example }) };
}

/** Returns the options that send the example of a body. */
function sentBody({ content, example }: NonNullable<Operation['request']>): string {
  const text = typeof example === 'string' ? example : JSON.stringify(example);
  return ` -H 'Content-Type: ${Object.keys(content)[0]}' -d ${betweenQuotes(text)}`;
}

/** The params of repositories, which are in lower case. */
const ON_REGISTRY: Record<string, string> = { owner: 'repositoryOwner', name: 'repositoryName' };

function examplesOf({ catalog, snapshot, docs, example }: Described): Record<string, string> {
  const page = docs.find(({ slug }) => slug !== OVERVIEW)?.slug ?? OVERVIEW;
  const always = { page, date: snapshot, id: catalog };
  if (!example) return { ...always, model: 'owner/name' };
  const { id, path, sha256 } = example;
  const { owner, name } = parseModelId(id)!;
  return {
    ...{ ...always, owner, name, revision: 'main', path, model: id, shard: hashShard(sha256), sha256 },
    ...{ repositoryOwner: owner.toLowerCase(), repositoryName: name.toLowerCase(), reference: 'latest' },
    ...{ digest: `sha256:${sha256}`, search: name, author: owner },
  };
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
      'Every read is anonymous and permitted from any origin; `HEAD` is answered as `GET` is, without the body. ' +
        'In front of the path of any read, `/via/{source}` ' +
        'pins the request to one source; where no bytes are chosen it changes nothing. A read of a model by its id ' +
        'in another case, or without its owner, is sent to the same path at the right id with 307.',
      'A refusal is one sentence that names the fix; its machine code stands in `X-Error-Code`, under `/v2` in the body.',
    ].join('\n\n'),
    license: { name: 'Apache License 2.0', identifier: 'Apache-2.0' },
    ...(contact === undefined ? {} : { contact: { name, ...reach } }),
  };
}

/** Returns an id such as `getModelAtRevision` as a title: "Get model at revision". */
function titleOf(id: string): string {
  const words = id.replace(/Via$/, 'ViaOneSource').replace(/[A-Z]/g, (capital) => ` ${capital.toLowerCase()}`);
  return (words[0]!.toUpperCase() + words.slice(1)).replace(/\bapi\b/, 'API');
}
