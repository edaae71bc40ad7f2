// Prints the route table as the API description, OpenAPI 3.1. A row has the words, the parameters and the refusals of its
// operations.
import { defined, own } from '../basics/records.ts';
import type { DocumentFacts } from '../dialects/discovery/facts/hub-facts.ts';
import { betweenQuotes } from '../get-it/shells.ts';
import { hashShard } from '../nouns/address.ts';
import { parseModelId } from '../nouns/model-id.ts';
import { pinnedPath } from '../nouns/source-kinds.ts';
import type { Service } from '../service/service.ts';
import { P2P } from '../service/sources.ts';
import { OVERVIEW } from '../site/docs-page.ts';
import { href, type Operation, type Parameters, type Row, readsBy, type Schema } from '../table/route.ts';
import { type AnsweredName, answeredNames, routes } from '../table/routes.ts';
import { Components } from './components.ts';
import { chapters, keepsSlash, parameters, sentence, TOKEN_VARIABLE, templateOf, tokens } from './parameters.ts';
import { responsesOf } from './responses.ts';

/** The version of the API description. The API itself has no version (decision 0027). */
const DESCRIPTION_VERSION = '1.0.0';

/** The facts about the hub that the description needs. Without an `example`, it has no command that names a model. */
type Described = Pick<DocumentFacts, 'baseUrl' | 'service' | 'catalog' | 'snapshot' | 'example'> & {
  docs: readonly Pick<DocumentFacts['docs'][number], 'slug' | 'title'>[];
};

/** One method of a row. */
interface Target {
  name: string;
  row: Row;
  operation: Operation;
  method: string;
  /** True for the path that begins with `/via/{source}`. */
  pinned: boolean;
}

/** A param of a row's pattern. */
interface Param {
  name: string;
  schema: Parameters[string];
  /** The name of its component; absent if the row has a schema of its own. */
  component?: string;
  example?: string | undefined;
}

/** Returns the name of the row whose words describe the row `name`; undefined if only browsers ask for the row. */
export function describedRow(name: AnsweredName): AnsweredName | undefined {
  const { partOf, why }: Row = routes[name];
  return (partOf as AnsweredName | undefined) ?? (why === undefined ? undefined : name);
}

/** Makes the whole description. */
export const openapiOf = (described: Described): object => new Description(described).whole();

class Description {
  readonly #components = new Components();
  readonly #described: Described;
  /** The examples of parameters by name. */
  readonly #examples: Readonly<Record<string, string>>;

  constructor(described: Described) {
    this.#described = described;
    this.#examples = examplesOf(described);
  }

  whole(): object {
    const { baseUrl, service } = this.#described;
    this.#vocabulary('SourceName', 'A source as people read it.', [
      ...service.sources.map((one) => one.display),
      P2P.display,
    ]);
    this.#vocabulary(
      'SourceHost',
      'A source as health and `X-Hub-Source` spell it.',
      service.sources.map((one) => one.host),
    );
    const order = Object.keys(chapters);
    const rows = answeredNames
      .filter((name) => describedRow(name) === name)
      .map((name): [string, Row] => [name, routes[name]])
      .sort(([, a], [, b]) => order.indexOf(a.chapter!) - order.indexOf(b.chapter!));
    const paths = rows.flatMap(([name, row]) => [
      [templateOf(row), this.#item(name, row)],
      ...(row.pinned
        ? [[`/via/{source}${templateOf(row)}`, this.#item(name, { ...row, ...row.pinned, also: {} }, true)]]
        : []),
    ]);
    return {
      openapi: '3.1.0',
      info: info(service),
      servers: this.#servers(),
      security: [],
      externalDocs: { url: baseUrl + href(routes.docs, {}), description: 'The documentation' },
      tags: Object.entries(chapters).map(([name, { description, docs }]) => ({
        name,
        description,
        ...this.#docs(docs),
      })),
      paths: Object.fromEntries(paths),
      components: this.#components,
    };
  }

  /** Adds the schema of names that the operator's `service.yaml` gives to the sources. */
  #vocabulary(name: string, description: string, words: readonly string[]): void {
    this.#components.add('schemas', name, () => ({ type: 'string', enum: words, description }));
  }

  get #tokens(): string[] {
    return this.#described.service.sources.map(({ token }) => token);
  }

  /**
   * Lists the addresses to which a path can be added. The second address pins a client to one source, and accepts only
   * reads.
   */
  #servers(): object[] {
    const { baseUrl } = this.#described;
    const description = 'The source that file redirects must lead to.';
    const source = { enum: this.#tokens, default: this.#tokens[0], description };
    return [
      { url: baseUrl, description: 'This service' },
      { url: `${baseUrl}/via/{source}`, description: 'Pinned to one source', variables: { source } },
    ];
  }

  /** Returns `externalDocs` for a page of the documentation; an empty object if there is no such page. */
  #docs(slug: string | undefined): object {
    const page = this.#described.docs.find((one) => one.slug === slug);
    if (!page) return {};
    const path = page.slug === OVERVIEW ? href(routes.docs, {}) : href(routes.docsPage, { page: page.slug });
    return { externalDocs: { url: this.#described.baseUrl + path, description: page.title } };
  }

  /** Describes a row: its path, its first method, and the methods that change something. */
  #item(name: string, row: Row, pinned = false): object {
    const method = row.methods?.[0] ?? 'GET';
    const all = [[method, row] as const, ...Object.entries<Operation>(row.also ?? {})];
    const described = all.map(([method, operation]) => [
      method.toLowerCase(),
      this.#operation({ name, row, operation: { docs: row.docs!, ...operation }, method, pinned }),
    ]);
    const shared = [
      ...(pinned ? [this.#source()] : []),
      ...this.#params(row).map((param) => this.#pathParameter(param)),
    ];
    return { ...(shared.length > 0 && { parameters: shared }), ...Object.fromEntries(described) };
  }

  #operation(target: Target) {
    const { name, row, operation, method } = target;
    const {
      id = `get${name[0]!.toUpperCase()}${name.slice(1)}`,
      why,
      docs,
      query = {},
      sent = {},
      request,
    } = operation;
    const takes = [
      ...Object.entries(query).map(([one, schema]) => this.#parameter('query', one, schema, this.#examples[one])),
      ...Object.entries(sent).map(([one, schema]) => this.#parameter('header', one, schema, undefined)),
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
      ...this.#docs(docs),
      // Pinned paths accept only reads.
      ...(readsBy(row, method) ? {} : { servers: this.#servers().slice(0, 1) }),
      ...(takes.length > 0 && { parameters: takes }),
      ...(request && {
        requestBody: {
          description: request.description,
          ...(!request.optional && { required: true }),
          content: Object.fromEntries(media),
        },
      }),
      ...this.#security(operation),
      ...this.#sample(target),
      responses: responsesOf(this.#components, row, operation),
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

  #source(): object {
    return this.#components.add('parameters', 'source', () => ({
      ...{ name: 'source', in: 'path', required: true, schema: { type: 'string', enum: this.#tokens } },
      ...{ example: this.#tokens[0], description: 'The one source that redirects may lead to.' },
    }));
  }

  #params({ pattern, dialect, params = {} }: Row): Param[] {
    return [...pattern.matchAll(/\{(\w+)/g)].map(([, name = '']) => {
      const schema = own(params, name);
      if (schema) return { name, schema };
      const component = (dialect === 'oci' && own(ON_REGISTRY, name)) || name;
      const known = parameters[component as keyof typeof parameters];
      return { name, schema: known, component, example: own(this.#examples, component) };
    });
  }

  #pathParameter({ name, schema, component, example }: Param): object {
    const told = () => this.#parameter('path', name, schema, example);
    return component === undefined ? told() : this.#components.add('parameters', component, told);
  }

  #parameter(
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

  /** Makes a `curl` command that works when somebody pastes it into a shell, if the path has examples. */
  #sample({ row, operation, method, pinned }: Target): object {
    const values = this.#params(row).map(({ name, example }) => [name, example]);
    if (values.some(([, example]) => example === undefined)) return {};
    const path = href(row, Object.fromEntries(values));
    const needed = Object.entries<Schema>(operation.query ?? {}).filter(([, { minItems }]) => minItems !== undefined);
    const asks = new URLSearchParams(needed.map(([name]) => [name, this.#examples[name] ?? '']));
    const pin = pinned ? this.#tokens[0] : undefined;
    const address = pinnedPath(pin, keepsSlash(row) ? path : path.replace(/(?<=.)\/$/, ''));
    const url = this.#described.baseUrl + address + (needed.length > 0 ? `?${asks}` : '');
    const { request, token, answers = {} } = operation;
    const verb = method === 'GET' || (method === 'POST' && request) ? '' : ` -X ${method}`;
    const bearer = token ? ` -H "Authorization: Bearer $${TOKEN_VARIABLE[token]}"` : '';
    // The command shows the headers of a redirect, since a redirect has no body.
    const silent = '302' in answers || '307' in answers ? '-sI' : '-s';
    const source = `curl ${silent} ${betweenQuotes(url)}${verb}${bearer}${request ? sentBody(request) : ''}`;
    return { 'x-codeSamples': [{ lang: 'Shell', label: 'curl', source }] };
  }
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
