// What a row may refuse with: each no with its body in the row's dialect and the headers it carries.
import { rpcError } from '../dialects/mcp/protocol.ts';
import { ociCodeOf, ociError } from '../dialects/oci/refusals.ts';
import { type Refusal, type RefusalCode, refusals, refuse } from '../refusals.ts';
import type { Dialect, Row } from '../route.ts';
import type { Exhibit } from './exhibit.ts';
import type { HeaderName } from './headers.ts';
import type { Operation } from './operation.ts';
import {
  type RegistryRefusal,
  sampleRefusal,
  sampleRegistryRefusal,
  whenRefused,
  whenRegistryRefuses,
} from './refusal-words.ts';
import { isLivePage } from './response-headers.ts';

/** One refusal in one body shape. */
export interface Refused {
  status: number;
  /** On the wire in `X-Error-Code`; absent for the registry's own. */
  code?: RefusalCode;
  /** Names the example. */
  name: string;
  when: string;
  shape: 'HubError' | 'ApiError' | 'OciError' | 'AccountError' | 'JsonRpcResponse' | 'text' | 'page' | 'nothing';
  /** The body. */
  value: unknown;
  headers: readonly HeaderName[];
}

const EXTRA: Partial<Record<RefusalCode, readonly HeaderName[]>> = {
  ReadOnly: ['Allow'],
  NotBuilt: ['Retry-After'],
  EntryNotFound: ['X-Repo-Commit'],
  BadRange: ['Content-Range'],
  PublisherOnly: ['WWW-Authenticate'],
  NotSignedIn: ['WWW-Authenticate'],
  SignInOff: ['Retry-After'],
  AccountsDown: ['Retry-After'],
  RateLimited: ['Retry-After'],
};
const MODEL: readonly RefusalCode[] = ['RepoNotFound', 'GatedRepo'];

/** What a row refuses with, whether the first checks, the row or the server refuses. */
export function refusedBy(row: Row, operation: Operation, shown: Exhibit, tokens: string[]): Refused[] {
  const say = (dialect: Dialect) => (code: RefusalCode) => {
    const made = sampleRefusal(code, shown, tokens);
    const { bad, badBody, bodyTypes, limit } = operation;
    if (code === 'UnsupportedMediaType' && bodyTypes)
      return refused(refuse(code, { wanted: bodyTypes }), dialect, '.paths');
    if (code === 'BadBody' && badBody) return refused(refuse(code, badBody), dialect, `.${badBody.name}`);
    if (code === 'TooLarge' && limit !== undefined) return refused(refuse(code, { limit }), dialect);
    if (code !== 'BadParameter' || !bad) return refused(made, dialect);
    return refused(refuse(code, bad), dialect, `.${bad.name}`);
  };
  const params = row.pattern.match(/\{\w+/g)?.map((param) => param.slice(1)) ?? [];
  const own: RefusalCode[] = [...(operation.refusals ?? [])];
  if (row.dialect === 'hub' && params.includes('owner')) own.push(...MODEL);
  if (row.dialect === 'hub' && params.includes('revision')) own.push('RevisionNotFound');
  if (row.dialect === 'oci' && params.includes('owner')) own.push('GatedRepo');
  if (row.ranges) own.push('BadRange');
  if (row.as !== undefined) own.push('NotFound');
  if (!row.treeless || row.as !== undefined) own.push('NotBuilt');
  const edge: RefusalCode[] = ['UriTooLong', 'BadRequest', 'HeadersTooLarge', 'Internal'];
  if (params.length > 0) edge.push('BadPath');
  if (row.pin) edge.push('UnknownSource');
  return [
    ...own.map(say(row.dialect)),
    ...edge.map(say(edgeDialect(row))),
    ...(row.pin ? [MALFORMED_SOURCE] : []),
    ...(row.pin && row.dialect === 'hub' && params.includes('owner') ? sentOn(row, operation, shown) : []),
    ...(operation.registryRefusals ?? []).map((name) => registryRefused(name, shown)),
    ...[...(operation.pages ?? []), ...(isLivePage(row) ? [500] : [])].map(asPage),
    ...(isLivePage(row) ? [say('plain')('Internal')] : []),
    ...wrongMethod(row, shown, tokens),
  ];
}

/** In whose words is refused what never reaches the row. */
function edgeDialect({ dialect }: Row): Dialect {
  return dialect === 'oci' || dialect === 'objects' || dialect === 'account' || dialect === 'mcp' ? dialect : 'hub';
}

/** A read of a model by another spelling of its id is sent to the right one; beside whatever else is sent on there. */
function sentOn({ methods }: Row, { answers }: Operation, { id }: Exhibit): Refused[] {
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

/** A name that no source can have, such as one with capitals, is refused before anything is looked at. */
const MALFORMED_SOURCE: Refused = {
  status: 404,
  name: 'MalformedSource',
  when: 'what stands behind `/via/` can be no source’s name: a bare answer, without body and code',
  shape: 'nothing',
  value: undefined,
  headers: [],
};

/** A refusal that a browser gets as a page of the website. */
const asPage = (status: number): Refused => ({
  status,
  name: `Page${status}`,
  when: 'a browser is told so by a page that points onwards',
  shape: 'page',
  value: '<!DOCTYPE html><html lang="en">',
  headers: ['Content-Security-Policy', 'Referrer-Policy', 'X-Content-Type-Options', 'Vary', 'Content-Encoding'],
});

function wrongMethod(row: Row, shown: Exhibit, tokens: string[]): Refused[] {
  if (row.dialect === 'oci') {
    const token = registryRefused('TokenNeeded', shown);
    const value = `${JSON.stringify(token.value)}\n`;
    return [
      { ...registryRefused('ReadOnly', shown), headers: ['Allow'] },
      { ...token, name: 'RegistryToken', shape: 'text', value, headers: ['WWW-Authenticate'] },
    ];
  }
  if (row.hidesMethods) return [refused(sampleRefusal('NotFound', shown, tokens), 'plain')];
  if (row.dialect === 'mcp') return [refused(refuse('ReadOnly', { allow: row.methods!.join(', ') }), 'mcp')];
  const made = refused(sampleRefusal('ReadOnly', shown, tokens), row.dialect === 'account' ? 'account' : 'hub');
  if (row.methods === undefined) return [made];
  const allow = row.methods.join(', ');
  const name = `${made.shape === 'AccountError' ? 'Account' : ''}Only${row.methods.join('')}`;
  return [{ ...made, name, value: { error: refusals.ReadOnly.sentence({ allow }) } }];
}

const PLAIN_ON_OBJECTS = new Set([400, 401, 405]);

/** `detail` tells the example from others of the same code. */
function refused({ refusal: code, status, sentence }: Refusal, dialect: Dialect, detail = ''): Refused {
  const base = { status, code, when: whenRefused(code), headers: EXTRA[code] ?? [] };
  // Accounts have no machine codes (decision 0018).
  if (dialect === 'account') {
    const { when, headers } = base;
    return {
      status,
      when,
      headers,
      name: `Account${code}${detail}`,
      shape: 'AccountError',
      value: { error: sentence },
    };
  }
  if (dialect === 'mcp') {
    const value = { jsonrpc: '2.0', id: null, error: rpcError({ refusal: code, sentence }) };
    return { ...base, name: `Rpc${code}${detail}`, shape: 'JsonRpcResponse', value };
  }
  if (dialect === 'oci') {
    const value = ociError({ code: ociCodeOf(code), message: sentence });
    return { ...base, name: `Oci${code}${detail}`, shape: 'OciError', value };
  }
  if (dialect === 'plain' || (dialect === 'objects' && PLAIN_ON_OBJECTS.has(status)))
    return { ...base, name: `Plain${code}${detail}`, shape: 'text', value: `${sentence}\n` };
  if (dialect === 'objects')
    return { ...base, name: `Api${code}${detail}`, shape: 'ApiError', value: { code, message: sentence } };
  return { ...base, name: `${code}${detail}`, shape: 'HubError', value: { error: sentence } };
}

function registryRefused(name: RegistryRefusal, shown: Exhibit): Refused {
  const made = sampleRegistryRefusal(name, shown);
  const when = whenRegistryRefuses(name);
  return { status: made.status, name: `Registry${name}`, when, shape: 'OciError', value: ociError(made), headers: [] };
}
