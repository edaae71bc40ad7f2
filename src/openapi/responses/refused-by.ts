// Lists the refusals of a row, each with its headers and its body in the row's dialect.

import { type RegistryRefusal, whenRegistryRefuses } from '../../dialects/oci/registry/refusals.ts';
import { type ShapedRefusal, shapeRefusal } from '../../dialects/refusal-shape.ts';
import { isLivePage } from '../../table/answer-facts.ts';
import { type Refusal, type RefusalCode, refusals, refuse } from '../../table/refusals.ts';
import { type Dialect, namesModel, READ, type Row, readsBy } from '../../table/route.ts';
import type { ShownAnswers } from '../examples/shown-answers.ts';
import type { HeaderName } from '../operations/headers.ts';
import type { Operation, WordedRefusal } from '../operations/operation.ts';
import { sampleRefusal, sampleRegistryRefusal } from './refusal-words.ts';

/** A refusal with one kind of body, as the API description shows it. */
export interface ShownRefusal {
  status: number;
  /** The value of `X-Error-Code`; absent for the registry's own refusals. */
  code?: RefusalCode;
  /** The name of the example. */
  name: string;
  when: string;
  shape: ShapedRefusal['shape'] | 'page' | 'nothing';
  /** The body of the answer. */
  value: unknown;
  headers: readonly HeaderName[];
}

const MODEL: readonly RefusalCode[] = ['RepoNotFound', 'GatedRepo', 'Withdrawn'];

/**
 * Lists all refusals of a row: the row's own, those of checks that come before its handler, and those of the server.
 */
export function refusedBy(row: Row, operation: Operation, shown: ShownAnswers, tokens: string[]): ShownRefusal[] {
  const say = (dialect: Dialect) => (one: RefusalCode | WordedRefusal) =>
    typeof one === 'string'
      ? refused(sampleRefusal(one, shown, tokens), dialect)
      : refused(one.refusal, dialect, one.detail);
  const params = row.pattern.match(/\{\w+/g)?.map((param) => param.slice(1)) ?? [];
  const own = [...(operation.refusals ?? [])];
  if (row.dialect === 'hub' && params.includes('owner')) own.push(...MODEL);
  if (row.dialect === 'hub' && params.includes('revision')) own.push('RevisionNotFound');
  if (row.dialect === 'oci' && params.includes('owner')) own.push('GatedRepo', 'Withdrawn');
  if (row.ranges) own.push('BadRange');
  if (row.as !== undefined) own.push('NotFound');
  if (!row.treeless || row.as !== undefined) own.push('NotBuilt', 'TreeAway');
  const edge: RefusalCode[] = ['UriTooLong', 'BadRequest', 'HeadersTooLarge', 'UnknownCoding', 'Internal'];
  if (params.length > 0) edge.push('BadPath');
  const isRead = (row.methods ?? READ).some((method) => readsBy(row, method));
  if (isRead) edge.push('UnknownSource');
  return [
    ...own.map(say(row.dialect)).flatMap(withGone),
    ...edge.map(say(edgeDialect(row))),
    ...(isRead ? [MALFORMED_SOURCE] : []),
    ...(namesModel(row) ? sentOn(row, operation, shown) : []),
    ...(operation.registryRefusals ?? []).map((name) => registryRefused(name, shown)),
    ...[...(operation.pages ?? []), ...(isLivePage(row) ? [500] : [])].map(asPage),
    ...(isLivePage(row) ? [say('plain')('Internal')] : []),
    ...wrongMethod(row, shown, tokens),
  ];
}

/** Adds a second refusal with status 410 for a withdrawn model, because the operator may choose this status. */
const withGone = (shown: ShownRefusal): ShownRefusal[] =>
  shown.code === 'Withdrawn' ? [shown, { ...shown, status: 410, name: `${shown.name}.gone` }] : [shown];

/** Returns the dialect of refusals that come before the row's handler. */
function edgeDialect({ dialect }: Row): Dialect {
  return dialect === 'oci' || dialect === 'objects' || dialect === 'account' || dialect === 'mcp' ? dialect : 'hub';
}

/**
 * Describes the redirect of a read whose id has another letter case than in the index, or lacks the owner. If the row
 * itself redirects with a 307 too, lists that redirect first.
 */
function sentOn({ methods }: Row, { answers }: Operation, { id }: ShownAnswers): ShownRefusal[] {
  if (methods !== undefined) return [];
  const asked = id === id.toUpperCase() ? id.toLowerCase() : id.toUpperCase();
  const { status, ...spelling } = refused(refuse('RepoNotFound', { id: asked, better: id }), 'hub');
  const when = 'the id is one of the index in another case, or without its owner: ask the same path at the right one';
  const own = answers[307];
  return [
    ...(own
      ? [
          {
            status: 307,
            name: 'SentOn',
            when: own.is,
            shape: 'nothing' as const,
            value: undefined,
            headers: own.headers ?? [],
          },
        ]
      : []),
    { ...spelling, status: 307, name: 'OtherSpelling', when, headers: ['Location'] },
  ];
}

/**
 * The refusal of a name that no source can have, such as one with capitals. It comes before the hub looks for the
 * source.
 */
const MALFORMED_SOURCE: ShownRefusal = {
  status: 404,
  name: 'MalformedSource',
  when: 'what stands behind `/via/` can be no source’s name: a bare answer, without body and code',
  shape: 'nothing',
  value: undefined,
  headers: [],
};

/** Makes a refusal that a browser gets as a page of the website. */
const asPage = (status: number): ShownRefusal => ({
  status,
  name: `Page${status}`,
  when: 'a browser gets the refusal as a page that points onwards',
  shape: 'page',
  value: '<!DOCTYPE html><html lang="en">',
  headers: ['Content-Security-Policy', 'Referrer-Policy', 'X-Content-Type-Options', 'Vary', 'Content-Encoding'],
});

function wrongMethod(row: Row, shown: ShownAnswers, tokens: string[]): ShownRefusal[] {
  if (row.dialect === 'oci') return [registryRefused('ReadOnly', shown), registryRefused('TokenNeeded', shown)];
  if (row.hidesMethods) {
    const allow = (row.methods ?? READ).join(', ');
    return [refused(refuse('NotFound', { path: row.pattern, method: 'DELETE', allow }), 'plain')];
  }
  if (row.dialect === 'mcp') return [refused(refuse('ReadOnly', { allow: row.methods!.join(', ') }), 'mcp')];
  const dialect = row.dialect === 'account' ? 'account' : 'hub';
  if (row.methods === undefined) return [refused(sampleRefusal('ReadOnly', shown, tokens), dialect)];
  const made = refused(refuse('ReadOnly', { allow: row.methods.join(', ') }), dialect);
  return [{ ...made, name: made.name.replace('ReadOnly', `Only${row.methods.join('')}`) }];
}

/** The start of an example's name, by the form of its body. */
const PREFIX: Record<ShapedRefusal['shape'], string> = {
  HubError: '',
  ApiError: 'Api',
  AccountError: 'Account',
  JsonRpcResponse: 'Rpc',
  OciError: 'Oci',
  text: 'Plain',
};

/** Makes a refusal. `detail` ends the example's name, because a row may have several refusals with one code. */
function refused(refusal: Refusal, dialect: Dialect, detail = ''): ShownRefusal {
  const { refusal: code } = refusal;
  const { status, headers, ...rest } = shapeRefusal(refusal, dialect);
  return {
    status,
    ...(headers.includes('X-Error-Code') ? { code } : {}),
    ...{
      name: `${PREFIX[rest.shape]}${code}${detail}`,
      when: refusals[code].when,
      headers: refusals[code].headers ?? [],
    },
    ...bodyOf(rest),
  };
}

function registryRefused(name: RegistryRefusal, shown: ShownAnswers): ShownRefusal {
  const { status, headers, ...rest } = shapeRefusal(sampleRegistryRefusal(name, shown), 'oci');
  const own = (['Allow', 'WWW-Authenticate'] as const).filter((header) => headers.includes(header));
  const called = rest.shape === 'text' ? 'RegistryToken' : `Registry${name}`;
  return { status, name: called, when: whenRegistryRefuses(name), ...bodyOf(rest), headers: own };
}

const bodyOf = ({ shape, body }: Pick<ShapedRefusal, 'shape' | 'body'>): Pick<ShownRefusal, 'shape' | 'value'> => ({
  shape,
  value: shape === 'text' ? body : JSON.parse(body),
});
