// Prints the route table as the API description, OpenAPI 3.1. A row has the words, the parameters and the refusals of its
// operations.
import type { DocumentFacts } from '../dialects/discovery/facts/hub-facts.ts';
import type { ShapedRefusal } from '../dialects/refusal-shape.ts';
import { betweenQuotes } from '../get-it/shells.ts';
import { hashShard } from '../nouns/address.ts';
import { parseModelId } from '../nouns/model-id.ts';
import { P2P, type Service } from '../service/service.ts';
import { mediaTypeOf, pairsOf } from '../table/headers.ts';
import type { RefusalCode } from '../table/refusals.ts';
import {
  chapters,
  type Dialect,
  href,
  namesModel,
  type Operation,
  type Parameters,
  type Row,
  readsBy,
  type Schema,
  type Shape,
  type Success,
  templateOf,
} from '../table/route.ts';
import { routes } from '../table/routes.ts';
import { RESPELLED } from '../table/row-facts.ts';
import { shapesIn } from './schemas.ts';
import { headers, parameters, TOKEN_VARIABLE, tokens } from './words.ts';

/** The version of the API description. The API itself has no version (decision 0027). */
const DESCRIPTION_VERSION = '1.0.0';

/** The facts about the hub that the description needs. Without an `example`, it has no command that names a model. */
type HubFacts = Pick<DocumentFacts, 'baseUrl' | 'service' | 'catalog' | 'snapshot' | 'example'>;

/** The parts of the description that operations refer to: the hub's address, examples, and the params of paths. */
interface Context {
  baseUrl: string;
  examples: Readonly<Record<string, string>>;
  params: Readonly<Record<string, Parameter>>;
}

type Parameter = ReturnType<typeof parameterOf>;

type Content = NonNullable<Success['content']>;

/** The schema of refusals as JSON, by dialect. The hub's own is that of the refusals which come before any handler runs. */
const REFUSALS: Readonly<Record<Dialect, Exclude<ShapedRefusal['shape'], 'text'>>> = {
  hub: 'HubError',
  plain: 'HubError',
  page: 'HubError',
  objects: 'ApiError',
  oci: 'OciError',
  account: 'AccountError',
  mcp: 'JsonRpcResponse',
};
const ON_REFUSALS = [
  'Allow',
  'Content-Range',
  'Docker-Distribution-Api-Version',
  'Retry-After',
  'WWW-Authenticate',
  'X-Error-Code',
  'X-Error-Message',
  'X-Repo-Commit',
];

/** Makes the whole description. */
export function openapiOf(facts: HubFacts): object {
  const { baseUrl, service } = facts;
  const words = (of: 'token' | 'display' | 'host', description: string, ...more: string[]) => ({
    type: 'string',
    enum: [...service.sources.map((source) => source[of]), ...more],
    description,
  });
  const source = words('token', 'The one source that redirects may lead to.');
  const variable = { enum: source.enum, default: source.enum[0], description: source.description };
  const examples = examplesOf(facts);
  const params = mapped<Parameters[string], Parameter>({ ...parameters, source }, (schema, key) =>
    parameterOf('path', key.replace('registry.', ''), schema, examples[key]),
  );
  const context = { baseUrl, examples, params };
  const rows = Object.entries<Row>(routes).filter(([, { why }]) => why !== undefined);
  const paths = rows.flatMap(([name, row]) => {
    const pinned = row.pinned && { ...row, ...row.pinned, pattern: `/via/{source}${row.pattern}`, also: {} };
    return [row, ...(pinned ? [pinned] : [])].map((one) => [templateOf(one), itemOf(context, name, one)] as const);
  });
  const responses = Object.fromEntries(
    Object.values(REFUSALS).map((shape) => {
      const content = { 'application/json': shape, 'text/plain': { type: 'string' }, 'text/html': { type: 'string' } };
      return [
        shape,
        responseOf('Refused: a sentence names the fix, and a code the kind of refusal.', ON_REFUSALS, content),
      ];
    }),
  );
  const schemas = {
    ...shapesIn([paths, responses]),
    SourceName: words('display', 'A source as people read it.', P2P.display),
    SourceHost: words('host', 'A source as health and `X-Hub-Source` spell it.'),
  };
  return {
    openapi: '3.1.0',
    info: infoOf(service),
    // Paths can be added to either address. The second accepts only reads.
    servers: [
      { url: baseUrl, description: 'This service' },
      { url: `${baseUrl}/via/{source}`, description: 'Pinned to one source', variables: { source: variable } },
    ],
    // Operations that name no token need none.
    security: [],
    externalDocs: { url: baseUrl + href(routes.docs), description: 'The documentation' },
    tags: Object.entries(chapters).map(([name, description]) => ({ name, description })),
    paths: Object.fromEntries(paths),
    components: { schemas, responses, parameters: params, headers, securitySchemes: tokens },
  };
}

const reference = (kind: string, name: string) => ({ $ref: `#/components/${kind}/${name}` });
const schemaOf = (shape: Shape) => (typeof shape === 'string' ? reference('schemas', shape) : shape);

/** Makes a record of the same keys, with a value for each value. */
const mapped = <T, M>(record: Readonly<Record<string, T>>, make: (value: T, key: string) => M): Record<string, M> =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [key, make(value, key)]));

/** Describes a row: its path, its first method, and the methods that change something. */
function itemOf(context: Context, name: string, row: Row): object {
  const names = [...row.pattern.matchAll(/\{(\w+)/g)].map(([, one = '']) => one);
  const keys = names.map((one) => (row.dialect === 'oci' ? `registry.${one}` : one));
  const values = keys.map((key) => context.params[key]!.example as string | undefined);
  const path = values.includes(undefined)
    ? undefined
    : href(row, Object.fromEntries(names.map((one, at) => [one, values[at]])));
  const all = [[row.methods?.[0] ?? 'GET', row] as const, ...Object.entries<Operation>(row.also ?? {})];
  const described = all.map(([method, operation]) => [
    method.toLowerCase(),
    operationOf(context, { name, row, method, operation, path }),
  ]);
  return { parameters: keys.map((key) => reference('parameters', key)), ...Object.fromEntries(described) };
}

/** Describes a parameter. Its example is the first of the schema's `examples`, else `found`. */
function parameterOf(
  place: 'path' | 'query' | 'header',
  name: string,
  { description, examples, ...schema }: Parameters[string] & { examples?: readonly unknown[]; items?: Schema },
  found?: string,
) {
  const one = (examples ?? (schema.items?.examples as unknown[] | undefined))?.[0] ?? found;
  const example = schema.items && one !== undefined ? [one] : one;
  return { name, in: place, description, schema, required: place === 'path' || undefined, example };
}

/** An operation of a row. Without a `path` that has examples for its params, it has no command. */
interface Described {
  name: string;
  row: Row;
  method: string;
  operation: Operation;
  path: string | undefined;
}

function operationOf({ baseUrl, examples }: Context, { name, row, method, operation, path }: Described) {
  const { id = `get${name[0]!.toUpperCase()}${name.slice(1)}`, why, query = {}, sent = {}, request } = operation;
  const token = operation.token ?? operation.welcome;
  return {
    operationId: id,
    tags: [row.chapter],
    summary: row.summary,
    description: why,
    parameters: [
      ...Object.entries(query).map(([one, schema]) => parameterOf('query', one, schema, examples[one])),
      ...Object.entries(sent).map(([one, schema]) => parameterOf('header', one, schema)),
    ],
    requestBody: request && {
      description: request.description,
      required: request.optional ? undefined : true,
      content: mapped(request.content, (shape) => ({ schema: schemaOf(shape), example: request.example })),
    },
    security: token && [...(operation.welcome ? [{}] : []), { [token]: [] }],
    // Pinned paths accept only reads.
    servers: readsBy(row, method) ? undefined : [{ url: baseUrl }],
    'x-codeSamples': path === undefined ? undefined : [sampleOf(method, operation, baseUrl + path)],
    'x-error-codes': codesOf(row, operation),
    responses: responsesOf(row, operation),
  };
}

/** Makes a `curl` command that works when somebody pastes it into a shell. */
function sampleOf(method: string, { request, token, answers = {} }: Operation, url: string) {
  // The command shows the headers of a redirect, since a redirect has no body.
  const words = [`curl ${302 in answers || 307 in answers ? '-sI' : '-s'} ${betweenQuotes(url)}`];
  if (method !== 'GET' && !(method === 'POST' && request)) words.push(`-X ${method}`);
  if (token) words.push(`-H "Authorization: Bearer $${TOKEN_VARIABLE[token]}"`);
  if (request) {
    const { content, example } = request;
    const text = typeof example === 'string' ? example : JSON.stringify(example);
    words.push(`-H 'Content-Type: ${Object.keys(content)[0]}' -d ${betweenQuotes(text)}`);
  }
  return { lang: 'Shell', label: 'curl', source: words.join(' ') };
}

/** Lists the codes of the refusals that an operation gives beside those that every operation may give. */
const codesOf = ({ dialect, pattern }: Row, { refusals = [] }: Operation): readonly RefusalCode[] => [
  ...refusals,
  ...(dialect === 'hub' && pattern.includes('{owner}') ? (['RepoNotFound', 'GatedRepo', 'Withdrawn'] as const) : []),
  ...(dialect === 'hub' && pattern.includes('{revision}') ? (['RevisionNotFound'] as const) : []),
];

/**
 * Describes all answers of an operation, by status: those that the row names; a 304 if they have an ETag, and a 206 if
 * the row allows ranges; the redirect of a read whose id is misspelled; and all refusals of the dialect.
 */
function responsesOf(row: Row, operation: Operation): Record<string, object> {
  const { answers = { 200: {} } } = operation;
  const all: Record<number, Success> = { ...answers };
  const whole = isTagged(row) && answers[200];
  if (whole) {
    const is = 'Nothing changed since the answer whose tag was sent in `If-None-Match`.';
    all[304] = { ...whole, is, content: {} };
    const part = { is: 'The range of bytes asked for.', content: { '*/*': { description: 'The bytes.' } } };
    if (row.ranges) all[206] = { ...part, headers: [...(whole.headers ?? []), 'Content-Range'] };
  }
  if (namesModel(row) && !row.methods) all[307] ??= RESPELLED;
  const usual = [...(isTagged(row) ? ['ETag'] : []), ...pairsOf(row.headers ?? []).map(([name]) => name)];
  const refused = reference('responses', REFUSALS[row.dialect]);
  return {
    ...mapped(all, ({ is = row.summary, content = bodiesOf(row, operation), headers: more = [] }) =>
      responseOf(is, [...usual, ...more], content),
    ),
    '4XX': refused,
    '5XX': refused,
  };
}

/** True if the answers of this row have an ETag, so that callers can revalidate them. */
const isTagged = ({ when, as, tagged, methods, cache }: Row) =>
  when === 'built' || as !== undefined || tagged || (!methods && (cache === 'revalidate' || cache === 'digest'));

/** Returns the schema of a successful body by media type. */
function bodiesOf({ type, as = [] }: Row, { shape }: Operation): Content {
  const types = type === undefined ? as.map(mediaTypeOf) : [type.split(';')[0]!];
  return Object.fromEntries(types.map((one) => [one, (one.includes('json') && shape) || { type: 'string' }]));
}

const responseOf = (description: string, names: readonly string[], content: Content) => ({
  description,
  headers: Object.fromEntries(names.map((name) => [name, reference('headers', name)])),
  content: Object.keys(content).length === 0 ? undefined : mapped(content, (shape) => ({ schema: schemaOf(shape) })),
});

function examplesOf({ service, catalog, snapshot, example }: HubFacts): Record<string, string> {
  const always = { source: service.sources[0]!.token, date: snapshot, id: catalog };
  if (!example) return { ...always, model: 'owner/name' };
  const { id, path, sha256 } = example;
  const { owner, name } = parseModelId(id)!;
  return {
    ...always,
    owner,
    name,
    path,
    model: id,
    shard: hashShard(sha256),
    sha256,
    search: name,
    author: owner,
    'registry.owner': owner.toLowerCase(),
    'registry.name': name.toLowerCase(),
    'registry.digest': `sha256:${sha256}`,
  };
}

function infoOf({ name, about, contact }: Service): object {
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
      'Answers also have the headers of caching, of compression and of CORS, and `X-Request-Id`, the name of the ' +
        'request in the operator’s log.',
    ].join('\n\n'),
    license: { name: 'Apache License 2.0', identifier: 'Apache-2.0' },
    contact: contact === undefined ? undefined : { name, ...reach },
  };
}
