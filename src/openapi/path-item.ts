// A row of the route table as a path of the description: its parameters, its methods, the servers it is asked at.
import { own } from '../own.ts';
import { pinnedPath } from '../pinned-path.ts';
import { href, type Row } from '../route.ts';
import type { RouteName } from '../routes.ts';
import type { Components } from './components.ts';
import { type Described, externalDocs } from './described.ts';
import type { Exhibit } from './exhibit.ts';
import { answersHead, headId, headResponses } from './head.ts';
import type { Operation, OtherMethod, RequestBody } from './operation.ts';
import { type ParameterName, parameters } from './parameters.ts';
import { keepsSlash } from './path-template.ts';
import { type QueryName, type QueryParameter, query, wireName } from './query.ts';
import { refusalResponses } from './refusal-responses.ts';
import { type Refused, refusedBy } from './refused-by.ts';
import { type RequestHeader, type RequestHeaderName, requestHeaders } from './request-headers.ts';
import { schemaOf } from './schema-of.ts';
import { successResponses } from './success-responses.ts';
import { TOKEN_VARIABLE, tokens } from './tokens.ts';

/** What a path item is made of. */
export interface Asked {
  name: RouteName;
  row: Row;
  operation: Operation;
  components: Components;
  described: Described;
  shown: Exhibit;
  /** The path stands behind `/via/{source}`. */
  pinned: boolean;
}

/** One of the row's methods, and whose answers and bodies are shown for it. */
interface OneMethod extends Asked {
  method: string;
  shownAs: keyof Exhibit['requests'];
}

/** The path item of a row. */
export function pathItem(asked: Asked): object {
  const { row, pinned } = asked;
  const own = [...(pinned ? [sourceParameter(asked)] : []), ...pathParameters(asked)];
  return {
    ...(row.pin && !pinned ? { servers: servers(asked.described) } : {}),
    ...(own.length === 0 ? {} : { parameters: own }),
    ...first(asked),
    ...others(asked),
  };
}

/** The row's first method, and `HEAD` beside it where the row answers that. */
function first(asked: Asked): object {
  const { row, name } = asked;
  const method = methodOf(row);
  const one: OneMethod = { ...asked, method, shownAs: name };
  return {
    [method.toLowerCase()]: described(one),
    ...(method === 'GET' && answersHead(row) ? { head: describedHead(one) } : {}),
  };
}

/** What the row answers to methods that are no reads, each an operation of its own. */
function others(asked: Asked): object {
  const { name, operation, pinned } = asked;
  if (pinned) return {};
  const all = Object.entries(operation.also ?? {}) as [OtherMethod, Operation][];
  return Object.fromEntries(
    all.map(([method, one]) => [
      method.toLowerCase(),
      described({ ...asked, operation: one, method, shownAs: `${name} ${method}` }),
    ]),
  );
}

/** The method that is described first. */
const methodOf = ({ methods = ['GET'] }: Row) => methods[0]!;

/** A pinned row is asked at two bases: the second lets a client be pinned to a source once and for all. */
function servers({ baseUrl, service: { sources } }: Described): object[] {
  const tokens = sources.map(({ token }) => token);
  const source = { enum: tokens, default: tokens[0], description: 'The source that file redirects must lead to.' };
  return [
    { url: baseUrl, description: 'This service' },
    { url: `${baseUrl}/via/{source}`, description: 'Pinned to one source', variables: { source } },
  ];
}

function sourceParameter({ components, described: { service } }: Asked): object {
  const tokens = service.sources.map(({ token }) => token);
  return components.add('parameters', 'source', () => ({
    name: 'source',
    in: 'path',
    required: true,
    description: 'The one source that redirects may lead to.',
    schema: { type: 'string', enum: tokens },
    example: tokens[0],
  }));
}

const ON_REGISTRY: Record<string, ParameterName> = { owner: 'repositoryOwner', name: 'repositoryName' };

/** The params of a row's pattern, each with the component that says what it must look like. */
function paramsOf({ row, operation }: Asked): { name: string; key: ParameterName }[] {
  return [...row.pattern.matchAll(/\{(\w+)/g)].map(([, name = '']) => {
    const onRegistry = row.dialect === 'oci' ? own(ON_REGISTRY, name) : undefined;
    return { name, key: own(operation.params ?? {}, name) ?? onRegistry ?? (name as ParameterName) };
  });
}

function pathParameters(asked: Asked): object[] {
  const { components, shown } = asked;
  return paramsOf(asked).map(({ name, key }) =>
    components.add('parameters', key, () => ({
      name,
      in: 'path',
      required: true,
      ...parameters[key],
      ...(shown.params[key] === undefined ? {} : { example: shown.params[key] }),
    })),
  );
}

function queryParameter({ components, shown }: Asked, name: QueryName): object {
  const { description, schema, explode, example }: QueryParameter = query[name];
  const value = example ?? shown.query[name];
  return components.add('parameters', `query.${name}`, () => ({
    name: wireName(name),
    in: 'query',
    description,
    schema,
    ...(explode ? { explode } : {}),
    ...(value === undefined ? {} : { example: explode ? [value] : value }),
  }));
}

function described(asked: OneMethod): object {
  const { operation, row, components, shown, pinned, shownAs } = asked;
  const { id, why } = pinned ? operation.pinned! : operation;
  return {
    operationId: id,
    tags: [operation.tag],
    summary: titleOf(id),
    description: `${row.summary}.\n\n${why}`,
    ...externalDocs(asked.described, operation.docs),
    ...taken(asked),
    ...(operation.request ? { requestBody: requestBody(asked, operation.request) } : {}),
    ...needed(asked),
    ...codeSamples(asked),
    responses: {
      ...successResponses(
        components,
        row,
        operation,
        (status) => shown.answers[status === undefined ? shownAs : (`${asked.name} ${status}` as const)] ?? {},
      ),
      ...refusalResponses(components, row, refusals(asked)),
    },
  };
}

function describedHead(asked: OneMethod): object {
  const { operation, row, components, pinned } = asked;
  const { id } = pinned ? operation.pinned! : operation;
  const successes = successResponses(components, row, operation, () => ({}));
  return {
    operationId: headId(id),
    tags: [operation.tag],
    summary: `${titleOf(id)}, without the body`,
    description: `Call it to learn what \`${id}\` would answer, or whether it would, without the bytes: status and headers are the same, \`Content-Length\` among them${operation.head ? ', but for what the answers below say' : ''}.`,
    ...externalDocs(asked.described, operation.docs),
    ...taken(asked),
    ...needed(asked),
    ...codeSamples({ ...asked, method: 'HEAD' }),
    responses: headResponses({ components, row, operation, successes, refused: refusals(asked) }),
  };
}

/** The query and the headers that an operation reads. */
function taken(asked: OneMethod): object {
  const { query: names = [], headers = [] } = asked.operation;
  const all = [...names.map((one) => queryParameter(asked, one)), ...headers.map((one) => headerParameter(asked, one))];
  return all.length === 0 ? {} : { parameters: all };
}

function refusals({ row, operation, shown, described: { service } }: OneMethod): Refused[] {
  return refusedBy(
    row,
    operation,
    shown,
    service.sources.map(({ token }) => token),
  );
}

function headerParameter({ components }: Asked, name: RequestHeaderName): object {
  const header: RequestHeader = requestHeaders[name];
  return components.add('parameters', `header.${name}`, () => ({ name, in: 'header', ...header }));
}

/** The token an operation needs; every other one is anonymous, as the description says for all. */
function needed({ components, operation: { token, welcome } }: Asked): object {
  if (welcome) {
    components.add('securitySchemes', welcome, () => tokens[welcome]);
    return { security: [{}, { [welcome]: [] }] };
  }
  if (token === undefined) return {};
  components.add('securitySchemes', token, () => tokens[token]);
  return { security: [{ [token]: [] }] };
}

/** `getModelAtRevision` as a heading: "Get model at revision". */
function titleOf(id: string): string {
  const words = id.replace(/Via$/, 'ViaOneSource').replace(/[A-Z]/g, (capital) => ` ${capital.toLowerCase()}`);
  return (words[0]!.toUpperCase() + words.slice(1)).replace(/\bapi\b/, 'API');
}

/** The request as a command that works; nothing when the catalog has nothing to ask for. */
function codeSamples(asked: OneMethod): object {
  const { row, operation, shown, pinned, method, shownAs } = asked;
  const { baseUrl, service } = asked.described;
  const values = paramsOf(asked).map(({ name: param, key }) => [param, shown.params[key]] as const);
  if (values.some(([, value]) => value === undefined)) return {};
  const pin = pinned ? service.sources[0]!.token : undefined;
  const path = href(row, Object.fromEntries(values));
  const url = baseUrl + pinnedPath(pin, keepsSlash(row) ? path : path.replace(/(?<=.)\/$/, ''));
  // Of a redirect its headers are what one wants to see.
  const redirects = Object.keys(operation.answers).some((status) => status === '302' || status === '307');
  const sent = sentBody(shown.requests[shownAs]);
  const verb = method === 'GET' || method === 'HEAD' || (method === 'POST' && sent !== '') ? '' : ` -X ${method}`;
  const token = operation.token === undefined ? '' : ` -H "Authorization: Bearer $${TOKEN_VARIABLE[operation.token]}"`;
  const source = `curl -s${redirects || method === 'HEAD' ? 'I' : ''} '${url}'${verb}${token}${sent}`;
  return { 'x-codeSamples': [{ lang: 'Shell', label: 'curl', source }] };
}

/** The body that a command sends: the first that is shown. */
function sentBody(examples: Exhibit['requests'][keyof Exhibit['requests']]): string {
  const [first] = Object.entries(examples ?? {});
  if (!first) return '';
  const [type, { value }] = first;
  return ` -H 'Content-Type: ${type}' -d '${typeof value === 'string' ? value : JSON.stringify(value)}'`;
}

function requestBody(
  { components, shown, shownAs }: OneMethod,
  { description, optional, content }: RequestBody,
): object {
  const examples = shown.requests[shownAs] ?? {};
  const media = Object.entries(content).map(([type, shape]) => {
    const example = own(examples, type);
    return [type, { schema: schemaOf(components, shape), ...(example ? { examples: { real: example } } : {}) }];
  });
  return { description, ...(optional ? {} : { required: true }), content: Object.fromEntries(media) };
}
