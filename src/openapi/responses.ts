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
  type Schema,
  type Shape,
  type Success,
} from '../table/route.ts';
import type { Components } from './components.ts';
import { cacheHeader, type Header, headers, sentence } from './parameters.ts';

const OF_PAGES = ['Content-Security-Policy', 'Referrer-Policy', 'X-Content-Type-Options', 'Vary', 'Content-Encoding'];

/** A refusal in one shape. */
interface Refused {
  status: number;
  /** The value of `X-Error-Code`; absent if the answer lacks that header. */
  code?: RefusalCode;
  /** The end of the component's name. */
  name: string;
  when: string;
  /** The shape of the body; absent if there is none. */
  shape?: ShapedRefusal['shape'] | 'page';
  headers: readonly string[];
}

/** The refusals that only the registry has, by the part of a pattern that brings them. */
const OF_REGISTRY: Readonly<Record<string, readonly RefusalCode[]>> = {
  '{owner}': ['NameUnknown', 'NameInvalid'],
  '{reference}': ['TagUnknown', 'ManifestUnknown', 'NoGguf', 'ShardedTag'],
  '/blobs/': ['BlobUnknown'],
  '{digest}': ['DigestInvalid'],
};

/** True if the answers of this row have an ETag, so that callers can revalidate them. */
const isTagged = ({ when, as, tagged, methods, cache }: Row) =>
  when === 'built' || as !== undefined || tagged || (!methods && (cache === 'revalidate' || cache === 'digest'));

/** Describes all answers of an operation, by status. */
export function responsesOf(components: Components, row: Row, operation: Operation): Record<string, object> {
  const first = Object.entries(successesOf(row, operation)).map(([status, success]) => [
    status,
    {
      description: success.is ?? sentence(row.summary),
      headers: {
        ...headersOf(components, row, success.cache ?? [row.cache]),
        ...named(components, successHeaders(row, Number(status), success)),
      },
      ...contentOf(components, bodies(row, operation, success)),
    },
  ]);
  const refusals = [...Map.groupBy(refusedBy(row, operation), ({ status }) => status)].map(([status, those]) => {
    const some = [...new Map(those.map((one) => [one.name, one])).values()];
    const name = `${row.dialect === 'oci' ? 'Oci' : ''}${status}${some.map((one) => one.name).join('Or')}`;
    return [status, components.add('responses', name, () => refusalOf(components, row, some))];
  });
  return Object.fromEntries([...first, ...refusals]);
}

/** Returns the answers that the row names, with a 304 if they have an ETag, and a 206 if the row allows ranges. */
function successesOf(row: Row, operation: Operation): Readonly<Record<number, Success>> {
  const { answers = { 200: {} } } = operation;
  const whole = answers[200];
  if (!whole || !isTagged(row)) return answers;
  const is = 'Nothing changed since the answer whose tag was sent in `If-None-Match`.';
  const types = Object.keys(bodies(row, operation, whole));
  const content = Object.fromEntries(types.map((type) => [type, { description: 'The bytes asked for.' }]));
  const part = row.ranges && { 206: { ...whole, is: 'The range of bytes asked for.', content } };
  return { ...answers, ...part, 304: { ...whole, is, content: {} } };
}

/** Returns the schema of an answer's body by media type. */
function bodies({ type, as = [] }: Row, { shape }: Operation, { content }: Success): NonNullable<Success['content']> {
  const types = type === undefined ? as.map(mediaTypeOf) : [type.split(';')[0]!];
  return (
    content ?? Object.fromEntries(types.map((one) => [one, (one.includes('json') && shape) || { type: 'string' }]))
  );
}

const contentOf = (components: Components, content: NonNullable<Success['content']>) => {
  const media = Object.entries(content).map(([type, shape]) => [type, { schema: components.schema(shape) }]);
  return media.length > 0 ? { content: Object.fromEntries(media) } : {};
};

/** Returns the headers that every answer of the row has, with any status. */
const headersOf = (components: Components, { dialect }: Row, lives: readonly Row['cache'][]) => ({
  ...named(components, ['Access-Control-Allow-Origin', 'Access-Control-Expose-Headers', 'X-Request-Id']),
  ...(dialect === 'oci' && named(components, ['Docker-Distribution-Api-Version'])),
  'Cache-Control': components.add('headers', `Cache-Control.${lives.join('.')}`, () => cacheHeader(lives)),
});

/** Returns references to headers by their names. An answer may lack those for which `isSometimes` is true. */
function named(components: Components, names: Iterable<string>, isSometimes = (_: string) => false) {
  return Object.fromEntries(
    [...names].map((name) => {
      const { required, ...told } = headers[name as keyof typeof headers] as Header;
      const isOptional = required && isSometimes(name);
      const part = () => (required && !isOptional ? { required, ...told } : told);
      return [name, components.add('headers', isOptional ? `${name}.sometimes` : name, part)];
    }),
  );
}

function successHeaders(row: Row, status: number, success: Success): Set<string> {
  const names = new Set(success.headers);
  const add = (...more: string[]) => {
    for (const one of more) names.add(one);
  };
  const hasForms = row.compressed || row.as !== undefined;
  if (isTagged(row) && [200, 206, 304].includes(status)) {
    add('ETag', ...(hasForms ? ['Vary'] : []), ...(row.ranges ? ['Accept-Ranges'] : []));
    add(...pairsOf(row.headers ?? []).map(([name]) => name));
    if (status === 206) add('Content-Range');
    if (status === 200 && hasForms) add('Content-Encoding');
  }
  if (isLivePage(row)) add(...OF_PAGES);
  if (status !== 304 && status !== 204) add(LENGTH);
  return names;
}

/**
 * Lists all refusals of a row: the row's own, those of checks that come before its handler, and those of the server.
 */
function refusedBy(row: Row, { refusals: listed = [], answers }: Operation): Refused[] {
  const { dialect, pattern, methods, hidesMethods } = row;
  const names = (param: string) => pattern.includes(`{${param}`);
  const isEdge = ['oci', 'objects', 'account', 'mcp'].includes(dialect);
  const isRead = (methods ?? READ).some((method) => readsBy(row, method));
  const own = [
    ...listed,
    ...(dialect === 'hub' && names('owner') ? (['RepoNotFound'] as const) : []),
    ...(['hub', 'oci'].includes(dialect) && names('owner') ? (['GatedRepo', 'Withdrawn'] as const) : []),
    ...(dialect === 'hub' && names('revision') ? (['RevisionNotFound'] as const) : []),
    ...(row.ranges ? (['BadRange'] as const) : []),
    ...(row.as ? (['NotFound'] as const) : []),
    ...(!row.treeless || row.as ? (['NotBuilt', 'TreeAway'] as const) : []),
  ].map((code) => refused(code, dialect));
  const edge = [
    ...(['UriTooLong', 'BadRequest', 'HeadersTooLarge', 'UnknownCoding', 'Internal'] as const),
    ...(names('') ? (['BadPath'] as const) : []),
    ...(isRead ? (['UnknownSource'] as const) : []),
  ].map((code) => refused(code, isEdge ? dialect : 'hub'));
  const parts = Object.keys(OF_REGISTRY).filter((part) => dialect === 'oci' && pattern.includes(part));
  return [
    // The operator may choose 410 for a withdrawn model.
    ...own.flatMap((one) => (one.code === 'Withdrawn' ? [one, { ...one, status: 410 }] : [one])),
    ...edge,
    ...(isRead ? [MALFORMED_SOURCE] : []),
    ...(namesModel(row) && !methods ? sentOn(answers?.[307]) : []),
    ...parts.flatMap((part) => OF_REGISTRY[part]!).map((code) => refused(code, dialect)),
    ...(isLivePage(row) ? [OWN_PAGE, refused('Internal', 'plain')] : []),
    ...(dialect === 'oci'
      ? [refused('RegistryReadOnly', dialect), refused('TokenNeeded', dialect)]
      : [hidesMethods ? refused('NotFound', 'plain') : refused('ReadOnly', isEdge ? dialect : 'hub')]),
  ];
}

/**
 * The refusal of a name that no source can have, such as one with capitals. It comes before the hub looks for the
 * source.
 */
const MALFORMED_SOURCE: Refused = {
  ...{ status: 404, name: 'MalformedSource', headers: [] },
  when: 'what stands behind `/via/` can be no source’s name: a bare answer, without body and code',
};

/** The fault of the hub as a browser gets it. */
const OWN_PAGE: Refused = {
  ...{ status: 500, name: 'Page500', shape: 'page', headers: OF_PAGES },
  when: 'a browser gets the refusal as a page that points onwards',
};

/**
 * Describes the redirect of a read whose id has another letter case than in the index, or lacks the owner. If the row
 * itself redirects with a 307 too, `own`, lists that redirect first.
 */
function sentOn(own: Success | undefined): Refused[] {
  const to = { status: 307, headers: ['Location'] };
  const when = 'the id is one of the index in another case, or without its owner: ask the same path at the right one';
  return [
    ...(own ? [{ ...to, name: 'SentOn', when: own.is! }] : []),
    { ...refused('RepoNotFound', 'hub'), ...to, name: 'OtherSpelling', when, headers: ['X-Error-Message', 'Location'] },
  ];
}

function refused(code: RefusalCode, dialect: Dialect): Refused {
  const { status, when, headers: own } = refusalKind(code);
  const { shape, headers: sent } = shapeRefusal({ refusal: code, status, sentence: '', headers: [] }, dialect);
  const names = pairsOf(sent).map(([name]) => name);
  return {
    ...{ status, name: `${shape}${code}`, when, shape },
    ...(names.includes('X-Error-Code') && { code }),
    headers: [...own, ...names.filter((name) => name in headers && name !== 'X-Error-Code')],
  };
}

const LENGTH = 'Content-Length';

/** Describes refusals that share a response. A header is optional unless all of these refusals have it. */
function refusalOf(components: Components, row: Row, some: readonly Refused[]) {
  const byType = Map.groupBy(
    some.filter(({ shape }) => shape !== undefined),
    ({ shape }) => mediaTypeOf(shape === 'text' ? 'text' : shape === 'page' ? 'html' : 'json'),
  );
  const content = [...byType].map(([type, those]): [string, Shape] => {
    const shapes = [...new Set(those.map(({ shape }) => shape))];
    const all = shapes.map((one) =>
      type.endsWith('json') ? components.schema(one as 'HubError') : { type: 'string' },
    );
    return [type, all.length === 1 ? (all[0] as Schema) : { anyOf: all }];
  });
  const when = some.map((one) => one.when.replace(/^T/, 't').replace(/\.$/, '')).join('; or ');
  const codes = [...new Set(some.flatMap(({ code }) => code ?? []))];
  const isCoded = some.every(({ code }) => code !== undefined);
  const isSometimes = (name: string) => name !== LENGTH && !some.every((one) => one.headers.includes(name));
  return {
    description: `${some[0]!.status < 400 ? 'Sent on' : 'Refused'}: ${when}.`,
    headers: {
      ...headersOf(components, row, ['no-store']),
      ...named(components, [LENGTH, ...new Set(some.flatMap((one) => one.headers))], isSometimes),
      ...(codes.length > 0 && {
        'X-Error-Code': {
          ...headers['X-Error-Code'],
          ...(isCoded && { required: true }),
          schema: { type: 'string', enum: codes },
        },
      }),
    },
    ...contentOf(components, Object.fromEntries(content)),
  };
}
