// Describes the answers of a row by status: those that succeed, and the refusals in the shape of the row's dialect.
import { type ShapedRefusal, shapeRefusal } from '../dialects/refusal-shape.ts';
import { isLivePage, mediaTypeOf, pairsOf } from '../table/headers.ts';
import { type RefusalCode, refusalKind } from '../table/refusals.ts';
import {
  type Dialect,
  namesModel,
  type Operation,
  READ,
  type Row,
  readsBy,
  type Shape,
  type Success,
} from '../table/route.ts';
import type { Components } from './components.ts';
import { type HeaderName, headers, sentence } from './parameters.ts';

type Answers = Record<number, Success>;
type Content = NonNullable<Success['content']>;

/** A refusal in one shape. */
interface Refused {
  status: number;
  code: RefusalCode;
  when: string;
  shape: ShapedRefusal['shape'];
  headers: readonly string[];
}

const ON_EVERY = [
  ...(['Access-Control-Allow-Origin', 'Access-Control-Expose-Headers', 'Cache-Control', 'Content-Length'] as const),
  'X-Request-Id',
] as const;
const ON_PAGES = ['Content-Security-Policy', 'Referrer-Policy', 'X-Content-Type-Options', 'Vary', 'Content-Encoding'];

/** The dialects that shape the refusals of the server itself, which come before any handler runs. */
const OWN_EDGE: readonly Dialect[] = ['oci', 'objects', 'account', 'mcp'];

/** True if the answers of this row have an ETag, so that callers can revalidate them. */
const isTagged = ({ when, as, tagged, methods, cache }: Row) =>
  when === 'built' || as !== undefined || tagged || (!methods && (cache === 'revalidate' || cache === 'digest'));

/** Describes all answers of an operation, by status. */
export function responsesOf(components: Components, row: Row, operation: Operation): Record<string, object> {
  const bodies = bodiesOf(row, operation);
  const usual = successHeaders(row);
  const first = Object.entries(successesOf(row, operation, bodies)).map(([status, success]) => {
    const { is = sentence(row.summary), content = bodies, headers: more = [] } = success;
    const named = headersOf(components, row, [...usual, ...more]);
    return [status, { description: is, headers: named, ...contentOf(components, content) }];
  });
  const refusals = [...Map.groupBy(refusedBy(row, operation), ({ status }) => status)].map(([status, those]) => {
    const some = new Map(those.map((one) => [`${one.shape}${one.code}`, one]));
    const name = `${row.dialect === 'oci' ? 'Oci' : ''}${status}${[...some.keys()].join('Or')}`;
    return [status, components.add('responses', name, () => refusalOf(components, row, [...some.values()]))];
  });
  return Object.fromEntries([...first, ...refusals]);
}

/** Returns the schema of a successful body by media type. */
function bodiesOf({ type, as = [] }: Row, { shape }: Operation): Content {
  const types = type === undefined ? as.map(mediaTypeOf) : [type.split(';')[0]!];
  return Object.fromEntries(types.map((one) => [one, (one.includes('json') && shape) || { type: 'string' }]));
}

/**
 * Returns the answers that the row names; a 304 if they have an ETag, and a 206 if the row allows ranges; and the
 * redirect of a read whose id has another letter case than in the index, or lacks the owner.
 */
function successesOf(row: Row, { answers = { 200: {} } }: Operation, bodies: Content): Answers {
  const all: Answers = { ...answers };
  const whole = answers[200];
  if (whole && isTagged(row)) {
    const is = 'Nothing changed since the answer whose tag was sent in `If-None-Match`.';
    all[304] = { ...whole, is, content: {} };
    const types = Object.keys(whole.content ?? bodies).map((type) => [type, { description: 'The bytes asked for.' }]);
    const part = { is: 'The range of bytes asked for.', content: Object.fromEntries(types) };
    if (row.ranges) all[206] = { ...part, headers: [...(whole.headers ?? []), 'Content-Range'] };
  }
  if (namesModel(row) && !row.methods) {
    const own = answers[307]?.is;
    const is = `${own ? `${own} Or the` : 'The'} id is one of the index in another case, or without its owner: ask the same path at the right one.`;
    const content = { 'application/json': 'HubError' } as const;
    all[307] = { is, content, headers: ['Location', 'X-Error-Code', 'X-Error-Message'] };
  }
  return all;
}

/** Lists the headers that successful answers of the row may have. */
const successHeaders = (row: Row): string[] => [
  ...(isTagged(row) ? ['ETag'] : []),
  ...(row.compressed || row.as ? ['Vary', 'Content-Encoding'] : []),
  ...(row.ranges ? ['Accept-Ranges'] : []),
  ...pairsOf(row.headers ?? []).map(([name]) => name),
  ...(isLivePage(row) ? ON_PAGES : []),
];

/** Returns references to the headers that an answer may have, beside those of every answer. */
function headersOf(components: Components, { dialect }: Row, names: readonly string[]) {
  const all = new Set([...ON_EVERY, ...(dialect === 'oci' ? ['Docker-Distribution-Api-Version'] : []), ...names]);
  return Object.fromEntries(
    [...all].map((name) => [name, components.add('headers', name, () => headers[name as HeaderName])]),
  );
}

function contentOf(components: Components, content: Content) {
  const media = Object.entries(content).map(([type, shape]) => [type, { schema: components.schema(shape) }]);
  return media.length > 0 ? { content: Object.fromEntries(media) } : {};
}

/**
 * Lists all refusals of a row: the row's own, those of checks that come before its handler, and those of the server.
 */
function refusedBy(row: Row, { refusals = [] }: Operation): Refused[] {
  const { dialect, pattern, methods, hidesMethods, as, ranges, treeless } = row;
  const names = (param: string) => pattern.includes(`{${param}`);
  const ofModel = dialect === 'hub' && names('owner');
  const isRead = (methods ?? READ).some((method) => readsBy(row, method));
  const own: readonly RefusalCode[] = [
    ...refusals,
    ...(ofModel ? (['RepoNotFound', 'GatedRepo', 'Withdrawn'] as const) : []),
    ...(ofModel && names('revision') ? (['RevisionNotFound'] as const) : []),
    ...(ranges ? (['BadRange'] as const) : []),
    ...(as ? (['NotFound'] as const) : []),
    ...(!treeless || as ? (['NotBuilt', 'TreeAway'] as const) : []),
    ...(dialect === 'oci' ? (['RegistryReadOnly', 'TokenNeeded'] as const) : []),
  ];
  const server: readonly RefusalCode[] = [
    ...(['UriTooLong', 'BadRequest', 'HeadersTooLarge', 'UnknownCoding', 'Internal'] as const),
    ...(names('') ? (['BadPath'] as const) : []),
    ...(isRead ? (['UnknownSource'] as const) : []),
    ...(dialect === 'oci' || hidesMethods ? [] : (['ReadOnly'] as const)),
  ];
  const edge = OWN_EDGE.includes(dialect) ? dialect : 'hub';
  return [
    ...own.map((code) => refused(code, dialect)),
    ...server.map((code) => refused(code, edge)),
    // The operator may choose 410 for a withdrawn model.
    ...(own.includes('Withdrawn') ? [{ ...refused('Withdrawn', dialect), status: 410 }] : []),
    ...(isLivePage(row) ? [refused('Internal', 'plain')] : []),
    ...(hidesMethods ? [refused('NotFound', 'plain')] : []),
  ];
}

function refused(code: RefusalCode, dialect: Dialect): Refused {
  const { status, when, headers: own } = refusalKind(code);
  const { shape, headers: sent } = shapeRefusal({ refusal: code, status, sentence: '', headers: [] }, dialect);
  const names = pairsOf(sent).map(([name]) => name);
  return { status, code, when, shape, headers: [...own, ...names.filter((name) => name in headers)] };
}

/** Describes refusals that share a response. */
function refusalOf(components: Components, row: Row, some: readonly Refused[]) {
  const shapes = [...new Set(some.map(({ shape }) => shape))];
  const objects = shapes.filter((shape) => shape !== 'text');
  const text: Shape = { type: 'string' };
  const content: Content = {
    ...(objects.length > 0 && {
      'application/json':
        objects.length === 1 ? objects[0]! : { anyOf: objects.map((shape) => components.schema(shape)) },
    }),
    ...(shapes.includes('text') && { 'text/plain': text }),
    // A browser gets the fault of the hub as a page that points onwards.
    ...(isLivePage(row) && some[0]!.status === 500 && { 'text/html': text }),
  };
  const codes = some.filter((one) => one.headers.includes('X-Error-Code')).map(({ code }) => code);
  const pages = 'text/html' in content ? ON_PAGES : [];
  return {
    description: `Refused: ${some.map(({ when }) => when.replace(/\.$/, '')).join('; or ')}.`,
    headers: {
      ...headersOf(components, row, [...some.flatMap((one) => one.headers), ...pages]),
      ...(codes.length > 0 && {
        'X-Error-Code': { ...headers['X-Error-Code'], schema: { type: 'string', enum: [...new Set(codes)] } },
      }),
    },
    ...contentOf(components, content),
  };
}
