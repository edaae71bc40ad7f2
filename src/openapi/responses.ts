// Describes the answers of a row by status: those that succeed, and one response for all refusals of a dialect.
import type { ShapedRefusal } from '../dialects/refusal-shape.ts';
import { isLivePage, mediaTypeOf, pairsOf } from '../table/headers.ts';
import type { RefusalCode } from '../table/refusals.ts';
import { type Dialect, namesModel, type Operation, type Row, type Success } from '../table/route.ts';
import type { Components } from './components.ts';
import { type HeaderName, headers, sentence } from './parameters.ts';

type Answers = Record<number, Success>;
type Content = NonNullable<Success['content']>;

/** The schema of refusals as JSON, by dialect. The hub's own is that of the refusals which come before any handler runs. */
const REFUSALS: Readonly<Record<Dialect, Exclude<ShapedRefusal['shape'], 'text'>>> = {
  ...{ hub: 'HubError', plain: 'HubError', page: 'HubError' },
  ...{ objects: 'ApiError', oci: 'OciError', account: 'AccountError', mcp: 'JsonRpcResponse' },
};
const ON_REFUSALS = [
  ...(['Allow', 'Content-Range', 'Docker-Distribution-Api-Version', 'Retry-After', 'WWW-Authenticate'] as const),
  ...(['X-Error-Code', 'X-Error-Message', 'X-Repo-Commit'] as const),
];

const ON_EVERY = [
  ...(['Access-Control-Allow-Origin', 'Access-Control-Expose-Headers', 'Cache-Control', 'Content-Length'] as const),
  'X-Request-Id',
] as const;
const ON_PAGES = ['Content-Security-Policy', 'Referrer-Policy', 'X-Content-Type-Options', 'Vary', 'Content-Encoding'];

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
  const refused = components.add('responses', REFUSALS[row.dialect], () => ({
    description: 'Refused: a sentence names the fix, and a code the kind of refusal.',
    headers: headersOf(components, row, [...ON_REFUSALS, ...ON_PAGES]),
    ...contentOf(components, {
      'application/json': REFUSALS[row.dialect],
      ...{ 'text/plain': { type: 'string' }, 'text/html': { type: 'string' } },
    }),
  }));
  return Object.fromEntries([...first, ['4XX', refused], ['5XX', refused]]);
}

/** Lists the codes of the refusals that an operation gives beside those that every operation may give. */
export const codesOf = ({ dialect, pattern }: Row, { refusals = [] }: Operation): readonly RefusalCode[] => [
  ...refusals,
  ...(dialect === 'hub' && pattern.includes('{owner}') ? (['RepoNotFound', 'GatedRepo', 'Withdrawn'] as const) : []),
  ...(dialect === 'hub' && pattern.includes('{revision}') ? (['RevisionNotFound'] as const) : []),
];

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
