// Lists the dialects that have paths of their own, with these paths, and how their answers differ from those of the hub
// dialect. Declares what is known of a target: its dialect, its row, its pin.
import type { Awaitable } from '../../src/basics/remembered.ts';
import { isRepositoryName, repositoryName } from '../../src/model/reference.ts';
import { isRefusal, refuse } from '../../src/table/refusals.ts';
import type { Dialect, Row } from '../../src/table/route.ts';
import { refusalAnswer } from '../answers/refusal-answer.ts';
import type { Lead, Ports } from '../ports/ports.ts';
import type { Answer, Ask, AskedTarget } from '../request/answer.ts';
import { originOf, type Path, type TakenPin } from '../request/request-target.ts';

interface SpokenDialect {
  dialect: Dialect;
  /** The first segments of the dialect's paths. */
  prefix: readonly string[];
  /** True if the dialect has one path, without further segments. */
  isWhole?: true;
  /** True if a method that a row lacks is refused in this dialect, not in the hub dialect. */
  namesMethods?: true;
  /** Answers every method except GET and HEAD, at any path of the dialect. Without it, the row of the path decides. */
  write?: (ask: Ask, ports: Ports) => Awaitable<Answer>;
  /** Answers a request for a path that has no row. */
  nothing?: (ask: Ask, ports: Ports, path: string) => Awaitable<Answer>;
}

/** A parsed target. Requests for the same target share it, so no code may modify it, except for `lead`. */
export interface TargetReading extends AskedTarget {
  /** The path of the target, without the pin. */
  path: Path;
  pin: TakenPin;
  /** Undefined for the hub dialect. */
  dialect: SpokenDialect | undefined;
  /** The row of the route table that the target matches; undefined if it matches none. */
  row: Row | undefined;
  lead: Lead;
}

const spoken: readonly SpokenDialect[] = [
  { dialect: 'account', prefix: ['api', 'account'], namesMethods: true, nothing: nothingOfAccounts },
  { dialect: 'mcp', prefix: ['mcp'], isWhole: true, namesMethods: true },
  { dialect: 'objects', prefix: ['api', 'v1'] },
  {
    dialect: 'oci',
    prefix: ['v2'],
    write: refuseWrite,
    nothing: noRegistryPath,
  },
];

/** Answers a path without a row. A caller who is not signed in gets the same refusal as at a path that exists. */
async function nothingOfAccounts(ask: Ask, ports: Ports, path: string): Promise<Answer> {
  const { noAccountPath } = await import('../account/signed-in.ts');
  const one = await noAccountPath({ ask, ports }, path);
  return isRefusal(one) ? refusalAnswer(one, 'account') : one;
}

/**
 * Refuses a write to the registry. A caller without the registry token gets a challenge for it; a caller with the token
 * learns that the registry accepts no pushes.
 */
function refuseWrite(ask: Ask, ports: Ports): Answer {
  // OPTIONS writes nothing, so it needs no token.
  const holds = ask.method === 'OPTIONS' || ports.holdsRegistryToken(ask.authorization());
  const refusal = holds
    ? refuse('RegistryReadOnly', undefined, ['Allow', 'GET, HEAD'])
    : refuse('TokenNeeded', undefined, ['WWW-Authenticate', 'Basic realm="hub"']);
  return refusalAnswer(refusal, 'oci');
}

/**
 * Returns the refusal for a path under /v2 that has no row. A repository name of one or three parts, which other
 * registries allow, is a repository that this registry lacks. Any other path is no route.
 */
function noRegistryPath(_ask: Ask, _ports: Ports, path: string): Answer {
  const [, asked] = /^\/v2\/(.+)\/(?:(?:manifests|blobs|referrers)\/[^/]+|tags\/list)$/.exec(path) ?? [];
  if (asked === undefined) return refusalAnswer(refuse('NotFound', { path }), 'oci');
  const name = repositoryName(asked);
  return refusalAnswer(refuse(isRepositoryName(name) ? 'NameUnknown' : 'NameInvalid', { name }), 'oci');
}

/** Finds the dialect of a path with these segments; undefined for the hub dialect. */
export function dialectOf(segments: readonly string[]): SpokenDialect | undefined {
  return spoken.find(({ prefix }) => prefix.every((segment, at) => segments[at] === segment));
}

/** Matches raw targets of each dialect. A raw target is not parsed, and may be malformed. */
const starts = spoken.map(({ dialect, prefix, isWhole }) => {
  const path = `^/+(?:via/+[^/]+/+)?${prefix.join('/+')}${isWhole ? '/*(?:[?#]|$)' : '(?:[/?#]|$)'}`;
  return { dialect, start: new RegExp(path) };
});

/** Finds the dialect of a raw target; `hub` if no other dialect matches. */
export function dialectAt(target: string): Dialect {
  const path = target.slice(originOf(target).length);
  return starts.find(({ start }) => start.test(path))?.dialect ?? 'hub';
}
