// Describes the answers of a row by status: those that succeed, and the refusals in the shape of the row's dialect.
import { registryRefusalFacts } from '../dialects/oci/registry/refusals.ts';
import { type ShapedRefusal, shapeRefusal } from '../dialects/refusal-shape.ts';
import { isLivePage, mediaTypeOf } from '../table/answer-facts.ts';
import { pairsOf } from '../table/headers.ts';
import { type RefusalCode, refusals } from '../table/refusals.ts';
import { type CacheLife, type Dialect, namesModel, READ, type Row, readsBy } from '../table/route.ts';
import type { Components } from './components.ts';
import { cacheHeader, type Header, type HeaderName, headers } from './operations/headers.ts';
import type { Operation, Shape, Success } from './operations/operation.ts';

const ALWAYS: readonly HeaderName[] = ['Access-Control-Allow-Origin', 'Access-Control-Expose-Headers', 'X-Request-Id'];
const OF_PAGES: readonly HeaderName[] = ['Content-Security-Policy', 'Referrer-Policy', 'X-Content-Type-Options'];
const VERSION: HeaderName = 'Docker-Distribution-Api-Version';

/** Returns a reference to the component of a header. If `isSometimes`, an answer may lack the header. */
function header(components: Components, name: HeaderName, isSometimes = false) {
  const told: Header = headers[name];
  const isOptional = isSometimes && told.required === true;
  return components.add('headers', isOptional ? `${name}.sometimes` : name, () => written(told, isOptional));
}

const cacheControl = (components: Components, lives: readonly CacheLife[]) =>
  components.add('headers', `Cache-Control.${lives.join('.')}`, () => written(cacheHeader(lives)));

const written = ({ description, required, schema }: Header, isOptional = false) => ({
  description,
  ...(required && !isOptional ? { required } : {}),
  schema,
});

/** Returns the headers that every answer of the row has, with any status. */
const commonHeaders = (components: Components, { dialect }: Row) =>
  Object.fromEntries(
    [...ALWAYS, ...(dialect === 'oci' ? [VERSION] : [])].map((name) => [name, header(components, name)]),
  );

/** True if the answers of this row have an ETag, so that callers can revalidate them. */
const isTagged = (row: Row, operation: Operation) =>
  row.when === 'built' || row.as !== undefined || operation.tagged === true;

/** Describes all answers of a row, by status. */
export function responsesOf(components: Components, row: Row, operation: Operation): Record<string, object> {
  const { answers, links } = operation;
  const successes = Object.entries({ ...answers, ...derived(row, operation) });
  return {
    ...Object.fromEntries(
      successes.map(([status, success], at) => [
        status,
        {
          ...successResponse(components, row, operation, Number(status), success),
          ...(at === 0 && links ? { links } : {}),
        },
      ]),
    ),
    ...refusalResponses(components, row, refusedBy(row, operation)),
  };
}

/** Makes the answers that follow from the row: a 304 if answers have an ETag, and a 206 if the row allows ranges. */
function derived(row: Row, operation: Operation): Record<number, Success> {
  const whole = operation.answers[200];
  if (!whole || !isTagged(row, operation)) return {};
  const is = 'Nothing changed since the answer whose tag was sent in `If-None-Match`.';
  const unchanged: Success = { ...whole, is, content: {} };
  if (!row.ranges) return { 304: unchanged };
  const types = Object.keys(contentOf(row, operation, whole));
  const content = Object.fromEntries(types.map((type) => [type, { description: 'The bytes asked for.' }]));
  return { 206: { ...whole, is: 'The range of bytes asked for.', content }, 304: unchanged };
}

function successResponse(components: Components, row: Row, operation: Operation, status: number, success: Success) {
  const content = Object.entries(contentOf(row, operation, success));
  return {
    description: success.is,
    headers: successHeaders(components, row, operation, status, success),
    ...(content.length > 0 && {
      content: Object.fromEntries(content.map(([type, shape]) => [type, { schema: components.schema(shape) }])),
    }),
  };
}

/** Returns the media types of an answer, each with the schema of its body. */
function contentOf(row: Row, { shape }: Operation, success: Success): Readonly<Record<string, Shape>> {
  if (success.content) return success.content;
  const types = row.type === undefined ? (row.as ?? []).map(mediaTypeOf) : [row.type.split(';')[0]!];
  return Object.fromEntries(
    types.map((type) => [type, type.includes('json') && shape ? shape : { type: 'string' }] as const),
  );
}

function successHeaders(components: Components, row: Row, operation: Operation, status: number, success: Success) {
  const names = new Set<HeaderName>(success.headers);
  const hasForms = row.compressed || row.as !== undefined;
  if (isTagged(row, operation) && [200, 206, 304].includes(status)) {
    names.add('ETag');
    if (hasForms) names.add('Vary');
    if (row.ranges) names.add('Accept-Ranges');
    for (const [name] of pairsOf(row.headers ?? [])) names.add(name as HeaderName);
    if (status === 206) names.add('Content-Range');
    if (status === 200 && hasForms) names.add('Content-Encoding');
  }
  if (row.csp !== undefined || isLivePage(row)) {
    for (const name of [...OF_PAGES, 'Vary'] as const) names.add(name);
    if (isLivePage(row)) names.add('Content-Encoding');
  }
  if (status !== 304 && status !== 204) names.add('Content-Length');
  return {
    ...commonHeaders(components, row),
    'Cache-Control': cacheControl(components, success.cache ?? [row.cache]),
    ...Object.fromEntries([...names].map((name) => [name, header(components, name)])),
  };
}

/** A refusal in one shape. */
interface Refused {
  status: number;
  /** The value of `X-Error-Code`; absent for the registry's own refusals. */
  code?: RefusalCode;
  /** The end of the component's name. */
  name: string;
  when: string;
  shape: ShapedRefusal['shape'] | 'page' | 'nothing';
  headers: readonly HeaderName[];
}

/**
 * Lists all refusals of a row: the row's own, those of checks that come before its handler, and those of the server.
 */
function refusedBy(row: Row, operation: Operation): Refused[] {
  const { dialect, pattern, methods } = row;
  const params = pattern.match(/\{\w+/g)?.map((param) => param.slice(1)) ?? [];
  const own: RefusalCode[] = [...(operation.refusals ?? [])];
  if (dialect === 'hub' && params.includes('owner')) own.push('RepoNotFound', 'GatedRepo', 'Withdrawn');
  if (dialect === 'hub' && params.includes('revision')) own.push('RevisionNotFound');
  if (dialect === 'oci' && params.includes('owner')) own.push('GatedRepo', 'Withdrawn');
  if (row.ranges) own.push('BadRange');
  if (row.as !== undefined) own.push('NotFound');
  if (!row.treeless || row.as !== undefined) own.push('NotBuilt', 'TreeAway');
  const edge: RefusalCode[] = ['UriTooLong', 'BadRequest', 'HeadersTooLarge', 'UnknownCoding', 'Internal'];
  if (params.length > 0) edge.push('BadPath');
  const isRead = (methods ?? READ).some((method) => readsBy(row, method));
  if (isRead) edge.push('UnknownSource');
  const edgeDialect = ['oci', 'objects', 'account', 'mcp'].includes(dialect) ? dialect : 'hub';
  const ofMethod: Refused =
    dialect === 'oci'
      ? ofRegistry('ReadOnly')
      : row.hidesMethods
        ? refused('NotFound', 'plain')
        : refused('ReadOnly', dialect === 'account' || dialect === 'mcp' ? dialect : 'hub');
  return [
    ...own.map((code) => refused(code, dialect)).flatMap(withGone),
    ...edge.map((code) => refused(code, edgeDialect)),
    ...(isRead ? [MALFORMED_SOURCE] : []),
    ...(namesModel(row) && methods === undefined ? sentOn(operation) : []),
    ...(operation.registryRefusals ?? []).map(ofRegistry),
    ...(isLivePage(row) ? [OWN_PAGE, refused('Internal', 'plain')] : []),
    ofMethod,
    ...(dialect === 'oci' ? [ofRegistry('TokenNeeded')] : []),
  ];
}

/** Adds a second refusal with status 410 for a withdrawn model, because the operator may choose this status. */
const withGone = (one: Refused): Refused[] => (one.code === 'Withdrawn' ? [one, { ...one, status: 410 }] : [one]);

const bare = (status: number, name: string, when: string, more: readonly HeaderName[] = []): Refused => ({
  ...{ status, name, when, headers: more, shape: 'nothing' },
});

/**
 * Describes the redirect of a read whose id has another letter case than in the index, or lacks the owner. If the row
 * itself redirects with a 307 too, lists that redirect first.
 */
function sentOn({ answers }: Operation): Refused[] {
  const when = 'the id is one of the index in another case, or without its owner: ask the same path at the right one';
  const spelling: Refused = { ...refused('RepoNotFound', 'hub'), status: 307, name: 'OtherSpelling', when };
  const own = answers[307];
  return [...(own ? [bare(307, 'SentOn', own.is, own.headers)] : []), { ...spelling, headers: ['Location'] }];
}

/**
 * The refusal of a name that no source can have, such as one with capitals. It comes before the hub looks for the
 * source.
 */
const MALFORMED_SOURCE = bare(
  404,
  'MalformedSource',
  'what stands behind `/via/` can be no source’s name: a bare answer, without body and code',
);

/** The fault of the hub as a browser gets it. */
const OWN_PAGE: Refused = {
  ...bare(500, 'Page500', 'a browser gets the refusal as a page that points onwards', [
    ...OF_PAGES,
    ...(['Vary', 'Content-Encoding'] as const),
  ]),
  shape: 'page',
};

function refused(code: RefusalCode, dialect: Dialect): Refused {
  const {
    status,
    when,
    headers: own = [],
  } = refusals[code] as Pick<(typeof refusals)['ReadOnly'], 'status' | 'when' | 'headers'>;
  const { shape, headers: sent } = shapeRefusal({ refusal: code, status, sentence: '', headers: [] }, dialect);
  const isCoded = sent.includes('X-Error-Code');
  return { status, ...(isCoded ? { code } : {}), name: `${shape}${code}`, when, shape, headers: own };
}

function ofRegistry(name: Parameters<typeof registryRefusalFacts>[0]): Refused {
  const { status, when, isText, headers: sent = [] } = registryRefusalFacts(name);
  const own = (['Allow', 'WWW-Authenticate'] as const).filter((one) => sent.includes(one));
  return { status, name: `Registry${name}`, when, shape: isText ? 'text' : 'OciError', headers: own };
}

/** Makes the responses for refusals, by status. Rows with the same refusals share the components. */
function refusalResponses(components: Components, row: Row, all: readonly Refused[]) {
  return Object.fromEntries(
    [...Map.groupBy(all, ({ status }) => status)].map(([status, those]) => {
      const some = [...new Map(those.map((one) => [one.name, one])).values()];
      const name = `${row.dialect === 'oci' ? 'Oci' : ''}${status}${some.map((one) => one.name).join('Or')}`;
      return [status, components.add('responses', name, () => refusalResponse(components, row, some))];
    }),
  );
}

function refusalResponse(components: Components, row: Row, some: readonly Refused[]) {
  const when = some.map((one) => one.when).join('; or ');
  const byType = Map.groupBy(
    some.filter(({ shape }) => shape !== 'nothing'),
    ({ shape }) => mediaTypeOf(shape === 'text' ? 'text' : shape === 'page' ? 'html' : 'json'),
  );
  const content = [...byType].map(([type, those]) => {
    const shapes = [...new Set(those.map(({ shape }) => shape))] as ShapedRefusal['shape'][];
    const all = shapes.map((shape) => (type.endsWith('json') ? components.schema(shape as Shape) : { type: 'string' }));
    return [type, { schema: all.length === 1 ? all[0] : { anyOf: all } }];
  });
  return {
    description: some[0]!.status < 400 ? `Sent on: ${when}.` : `Refused: ${when}.`,
    headers: refusalHeaders(components, row, some),
    ...(content.length > 0 && { content: Object.fromEntries(content) }),
  };
}

/** Returns the headers of refusals that share a response. A header is optional unless all of these refusals have it. */
function refusalHeaders(components: Components, row: Row, some: readonly Refused[]) {
  const codes = [...new Set(some.flatMap(({ code }) => code ?? []))];
  const isCodedAlways = some.every(({ code }) => code !== undefined);
  const withMessage = some.filter(({ code, shape }) => code !== undefined && shape !== 'OciError');
  const named = [...new Set(some.flatMap((one) => one.headers))].map((name) => [
    name,
    header(components, name, !some.every((one) => one.headers.includes(name))),
  ]);
  const isBare = row.dialect === 'oci' && some.some(({ shape }) => shape === 'nothing');
  const coded = {
    description: 'The refusal as a machine code.',
    ...(isCodedAlways ? { required: true } : {}),
    schema: { type: 'string', enum: codes },
  };
  return {
    ...commonHeaders(components, row),
    ...(isBare ? { [VERSION]: header(components, VERSION, true) } : {}),
    'Cache-Control': cacheControl(components, ['no-store']),
    'Content-Length': header(components, 'Content-Length'),
    ...(codes.length > 0 && { 'X-Error-Code': coded }),
    ...(withMessage.length > 0 && {
      'X-Error-Message': header(components, 'X-Error-Message', withMessage.length < some.length),
    }),
    ...Object.fromEntries(named),
  };
}
