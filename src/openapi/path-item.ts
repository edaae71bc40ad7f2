// Describes a row of the route table as a path item of OpenAPI: its parameters, its methods, and its servers.
import { own } from '../basics/own.ts';
import { type Row, readsBy } from '../table/route.ts';
import { codeSamples } from './code-samples.ts';
import type { DescribedRow, OneMethod } from './examples/asked.ts';
import { headerParameter, pathParameters, queryParameter, sourceParameter } from './examples/asked-parameters.ts';
import { type Described, externalDocs } from './examples/described.ts';
import { answersHead, headId, headResponses } from './head.ts';
import type { Operation, OtherMethod, RequestBody } from './operations/operation.ts';
import { tokens } from './operations/tokens.ts';
import { refusalResponses } from './responses/refusal-responses.ts';
import { refusedBy, type ShownRefusal } from './responses/refused-by.ts';
import { successResponses } from './responses/success-responses.ts';
import { schemaOf } from './schemas/schema-of.ts';

/** Makes the path item of a row. */
export function pathItem(asked: DescribedRow): object {
  const own = [...(asked.pinned ? [sourceParameter(asked)] : []), ...pathParameters(asked)];
  return {
    ...(own.length === 0 ? {} : { parameters: own }),
    ...first(asked),
    ...others(asked),
  };
}

/** Describes the row's first method, and `HEAD` if the row answers it. */
function first(asked: DescribedRow): object {
  const { row, name } = asked;
  const method = methodOf(row);
  const one: OneMethod = { ...asked, method, shownAs: name };
  return {
    [method.toLowerCase()]: described(one),
    ...(method === 'GET' && answersHead(row) ? { head: describedHead(one) } : {}),
  };
}

/** Describes each of the row's other methods, which change something, as an operation. */
function others(asked: DescribedRow): object {
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

/** Returns the first method of a row. */
const methodOf = ({ methods = ['GET'] }: Row) => methods[0]!;

/** Restricts a method that changes something to the first server, because pinned paths accept only reads. */
const unpinned = ({ row, method, described }: OneMethod) =>
  readsBy(row, method) ? {} : { servers: servers(described).slice(0, 1) };

/**
 * Lists the addresses to which a path can be added. The second address pins a client to one source, and accepts only
 * reads.
 */
export function servers({ baseUrl, service: { sources } }: Described): object[] {
  const tokens = sources.map(({ token }) => token);
  const source = { enum: tokens, default: tokens[0], description: 'The source that file redirects must lead to.' };
  return [
    { url: baseUrl, description: 'This service' },
    { url: `${baseUrl}/via/{source}`, description: 'Pinned to one source', variables: { source } },
  ];
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
    ...unpinned(asked),
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
    description:
      `Call it to learn what \`${id}\` would answer, or whether it would, without the bytes: status and headers ` +
      `are the same, \`Content-Length\` among them${operation.head ? ', but for what the answers below say' : ''}.`,
    ...externalDocs(asked.described, operation.docs),
    ...taken(asked),
    ...needed(asked),
    ...codeSamples({ ...asked, method: 'HEAD' }),
    responses: headResponses({ components, row, operation, successes, refused: refusals(asked) }),
  };
}

/** Describes the query parameters and the headers that an operation reads. */
function taken(asked: OneMethod): object {
  const { query: names = [], headers = [] } = asked.operation;
  const all = [...names.map((one) => queryParameter(asked, one)), ...headers.map((one) => headerParameter(asked, one))];
  return all.length === 0 ? {} : { parameters: all };
}

function refusals({ row, operation, shown, described: { service } }: OneMethod): ShownRefusal[] {
  return refusedBy(
    row,
    operation,
    shown,
    service.sources.map(({ token }) => token),
  );
}

/**
 * Names the token that an operation needs. At the top of the description, an empty list says that other operations need
 * none.
 */
function needed({ components, operation: { token, welcome } }: DescribedRow): object {
  if (welcome) {
    components.add('securitySchemes', welcome, () => tokens[welcome]);
    return { security: [{}, { [welcome]: [] }] };
  }
  if (token === undefined) return {};
  components.add('securitySchemes', token, () => tokens[token]);
  return { security: [{ [token]: [] }] };
}

/** Returns an id such as `getModelAtRevision` as a title: "Get model at revision". */
function titleOf(id: string): string {
  const words = id.replace(/Via$/, 'ViaOneSource').replace(/[A-Z]/g, (capital) => ` ${capital.toLowerCase()}`);
  return (words[0]!.toUpperCase() + words.slice(1)).replace(/\bapi\b/, 'API');
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
