// Makes the API description, OpenAPI 3.1, from the route table and the operations in `operations.ts`.
import { defined } from '../basics/defined.ts';
import { own } from '../basics/own.ts';
import type { DocumentFacts } from '../dialects/discovery/facts/hub-facts.ts';
import { betweenQuotes } from '../get-it/shell/shells.ts';
import { parseModelId } from '../nouns/model-id.ts';
import { pinnedPath } from '../nouns/pinned-path.ts';
import { hashShard } from '../nouns/sha256.ts';
import type { Service } from '../service/service.ts';
import { P2P } from '../service/sources.ts';
import { OVERVIEW } from '../site/docs-page.ts';
import { href, type Row, readsBy } from '../table/route.ts';
import { type AnsweredName, routes } from '../table/routes.ts';
import { Components } from './components.ts';
import type { Operation, OtherMethod, RequestBody } from './operations/operation.ts';
import { operations } from './operations/operations.ts';
import { tags } from './operations/tags.ts';
import { TOKEN_VARIABLE, tokens } from './operations/tokens.ts';
import { type ParameterName, parameters } from './parameters/parameters.ts';
import { keepsSlash, templateOf } from './parameters/path-template.ts';
import { type QueryName, type QueryParameter, query, wireName } from './parameters/query.ts';
import { type RequestHeader, type RequestHeaderName, requestHeaders } from './parameters/request-headers.ts';
import { responsesOf } from './responses.ts';

/** The version of the API description. The API itself has no version (decision 0027). */
const DESCRIPTION_VERSION = '1.0.0';

/** The facts about the hub that the description needs. Without an `example`, it has no command that names a model. */
type Described = Pick<DocumentFacts, 'baseUrl' | 'service' | 'catalog' | 'snapshot' | 'example'> & {
  docs: readonly Pick<DocumentFacts['docs'][number], 'slug' | 'title'>[];
};

/** The examples of parameters: of paths, and of queries. */
interface Examples {
  params: Partial<Record<ParameterName, string>>;
  query: Partial<Record<QueryName, string>>;
}

/** One method of a row. */
interface OperationTarget {
  row: Row;
  operation: Operation;
  method: string;
  /** True for the path that begins with `/via/{source}`. */
  pinned: boolean;
}

/** Makes the whole description. */
export const openapiOf = (described: Described): object => new Description(described).whole();

class Description {
  readonly #components = new Components();
  readonly #described: Described;
  readonly #examples: Examples;

  constructor(described: Described) {
    this.#described = described;
    this.#examples = examplesOf(described);
  }

  whole(): object {
    const { baseUrl, service } = this.#described;
    this.#vocabularies(service);
    const order = Object.keys(tags);
    const all = (Object.entries(operations) as [AnsweredName, Operation][])
      .filter(([, operation]) => !('partOf' in operation))
      .sort(([, a], [, b]) => order.indexOf(a.tag) - order.indexOf(b.tag));
    const paths = all.flatMap(([name, operation]) => {
      const row: Row = routes[name];
      const item = this.#item(row, operation, false);
      const pinned = operation.pinned && [`/via/{source}${templateOf(row)}`, this.#item(row, operation, true)];
      return [[templateOf(row), item], ...(pinned ? [pinned] : [])];
    });
    return {
      openapi: '3.1.0',
      info: info(service),
      servers: this.#servers(),
      security: [],
      externalDocs: { url: baseUrl + href(routes.docs, {}), description: 'The documentation' },
      tags: Object.entries(tags).map(([name, { description, docs }]) => ({ name, description, ...this.#docs(docs) })),
      paths: Object.fromEntries(paths),
      components: this.#components,
    };
  }

  /** Adds schemas for the names of the sources in the operator's `service.yaml`. */
  #vocabularies({ sources }: Service): void {
    const word = (name: string, description: string, words: string[]) =>
      this.#components.add('schemas', name, () => ({ type: 'string', enum: words, description }));
    word('SourceName', 'A source as people read it.', [...sources.map(({ display }) => display), P2P.display]);
    word(
      'SourceHost',
      'A source as health and `X-Hub-Source` spell it.',
      sources.map(({ host }) => host),
    );
  }

  /**
   * Lists the addresses to which a path can be added. The second address pins a client to one source, and accepts only
   * reads.
   */
  #servers(): object[] {
    const { baseUrl, service } = this.#described;
    const names = service.sources.map(({ token }) => token);
    const source = { enum: names, default: names[0], description: 'The source that file redirects must lead to.' };
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
  #item(row: Row, operation: Operation, pinned: boolean): object {
    const first = { row, operation, pinned, method: row.methods?.[0] ?? 'GET' };
    const shared = [...(pinned ? [this.#source()] : []), ...this.#pathParameters(first)];
    const also = pinned ? [] : (Object.entries(operation.also ?? {}) as [OtherMethod, Operation][]);
    return {
      ...(shared.length > 0 && { parameters: shared }),
      [first.method.toLowerCase()]: this.#operation(first),
      ...Object.fromEntries(
        also.map(([method, one]) => [method.toLowerCase(), this.#operation({ row, operation: one, pinned, method })]),
      ),
    };
  }

  #operation(target: OperationTarget) {
    const { row, operation, method, pinned } = target;
    const { id, why } = pinned ? operation.pinned! : operation;
    const takes = [
      ...(operation.query ?? []).map((name) => this.#queryParameter(name)),
      ...(operation.headers ?? []).map((name) => this.#headerParameter(name)),
    ];
    return {
      operationId: id,
      tags: [operation.tag],
      summary: titleOf(id),
      description: `${row.summary}.\n\n${why}`,
      ...this.#docs(operation.docs),
      // Pinned paths accept only reads.
      ...(readsBy(row, method) ? {} : { servers: this.#servers().slice(0, 1) }),
      ...(takes.length > 0 && { parameters: takes }),
      ...(operation.request && { requestBody: this.#body(operation.request) }),
      ...this.#security(operation),
      ...this.#sample(target),
      responses: responsesOf(this.#components, row, operation),
    };
  }

  #body({ description, optional, content, example }: RequestBody): object {
    const media = Object.entries(content).map(([type, shape], at) => [
      type,
      { schema: this.#components.schema(shape), ...(at === 0 && { example }) },
    ]);
    return { description, ...(optional ? {} : { required: true }), content: Object.fromEntries(media) };
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
    const names = this.#described.service.sources.map(({ token }) => token);
    return this.#components.add('parameters', 'source', () => ({
      ...{ name: 'source', in: 'path', required: true, schema: { type: 'string', enum: names }, example: names[0] },
      description: 'The one source that redirects may lead to.',
    }));
  }

  #pathParameters(target: OperationTarget): object[] {
    return paramsOf(target).map(({ name, key }) =>
      this.#components.add('parameters', key, () => ({
        ...{ name, in: 'path', required: true },
        ...parameters[key],
        ...defined({ example: this.#examples.params[key] }),
      })),
    );
  }

  #queryParameter(name: QueryName): object {
    const { description, schema, explode, required, example }: QueryParameter = query[name];
    const value = example ?? this.#examples.query[name];
    return this.#components.add('parameters', `query.${name}`, () => ({
      ...{ name: wireName(name), in: 'query', description, schema },
      ...defined({ required, explode, example: explode && value !== undefined ? [value] : value }),
    }));
  }

  #headerParameter(name: RequestHeaderName): object {
    const header: RequestHeader = requestHeaders[name];
    return this.#components.add('parameters', `header.${name}`, () => ({ name, in: 'header', ...header }));
  }

  /** Makes a `curl` command that works when somebody pastes it into a shell, if the path has examples. */
  #sample(target: OperationTarget): object {
    const { row, operation, method, pinned } = target;
    const { baseUrl, service } = this.#described;
    const values = paramsOf(target).map(({ name, key }) => [name, this.#examples.params[key]] as const);
    if (values.some(([, value]) => value === undefined)) return {};
    const path = href(row, Object.fromEntries(values));
    const needed = (operation.query ?? []).filter((name) => 'required' in query[name]);
    const asks = new URLSearchParams(needed.map((name) => [wireName(name), this.#examples.query[name] ?? '']));
    const url =
      baseUrl +
      pinnedPath(
        pinned ? service.sources[0]!.token : undefined,
        keepsSlash(row) ? path : path.replace(/(?<=.)\/$/, ''),
      ) +
      (needed.length > 0 ? `?${asks}` : '');
    const body = operation.request && sent(operation.request);
    const verb = method === 'GET' || (method === 'POST' && body) ? '' : ` -X ${method}`;
    const token = operation.token ? ` -H "Authorization: Bearer $${TOKEN_VARIABLE[operation.token]}"` : '';
    // The command shows the headers of a redirect, since a redirect has no body.
    const isRedirect = Object.keys(operation.answers).some((status) => status === '302' || status === '307');
    const source = `curl -s${isRedirect ? 'I' : ''} ${betweenQuotes(url)}${verb}${token}${body ?? ''}`;
    return { 'x-codeSamples': [{ lang: 'Shell', label: 'curl', source }] };
  }
}

/** Returns the options that send the example of a body. */
function sent({ content, example }: RequestBody): string {
  const text = typeof example === 'string' ? example : JSON.stringify(example);
  return ` -H 'Content-Type: ${Object.keys(content)[0]}' -d ${betweenQuotes(text)}`;
}

const ON_REGISTRY: Record<string, ParameterName> = { owner: 'repositoryOwner', name: 'repositoryName' };

/** Returns the params of a row's pattern, each with the name of the component that describes it. */
function paramsOf({ row, operation }: OperationTarget): { name: string; key: ParameterName }[] {
  return [...row.pattern.matchAll(/\{(\w+)/g)].map(([, name = '']) => {
    const onRegistry = row.dialect === 'oci' ? own(ON_REGISTRY, name) : undefined;
    return { name, key: own(operation.params ?? {}, name) ?? onRegistry ?? (name as ParameterName) };
  });
}

function examplesOf({ catalog, snapshot, docs, example }: Described): Examples {
  const page = docs.find(({ slug }) => slug !== OVERVIEW)?.slug ?? OVERVIEW;
  const always = { page, date: snapshot, id: catalog };
  if (!example) return { params: { ...always, savedModel: 'owner/name' }, query: {} };
  const { id, path, sha256 } = example;
  const { owner, name } = parseModelId(id)!;
  const params = {
    ...{ ...always, owner, name, revision: 'main', path, savedModel: id, shard: hashShard(sha256), sha256 },
    ...{ repositoryOwner: owner.toLowerCase(), repositoryName: name.toLowerCase(), reference: 'latest' },
    digest: `sha256:${sha256}`,
  };
  return { params, query: { search: name, author: owner, hashes: sha256 } };
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
      'Every read is anonymous and permitted from any origin; `HEAD` is answered as `GET` is, without the body. In front of the path of any read, `/via/{source}` ' +
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
