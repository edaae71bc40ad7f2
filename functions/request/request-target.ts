// Parses a raw request target into decoded segments, a query and a pin, or refuses it.

import { MAX_URL } from '../../src/basics/limits.ts';
import { holdsControl } from '../../src/basics/shown-text.ts';
import { isSourceToken } from '../../src/service/service.ts';
import { createMatcher } from '../../src/table/matcher.ts';
import { type Refusal, refuse } from '../../src/table/refusals.ts';
import { type RouteName, reservedOwners, routes } from '../../src/table/routes.ts';

/** Finds the row of a path; undefined if the table has none. */
export const match = createMatcher<RouteName>(routes);

const SLASH = 47;

/** A request target after it was split and checked. */
export interface Path {
  /**
   * The segments, decoded once. They hold no dot segments and no control characters. Only the segment of a pin may be
   * empty: it then names no source.
   */
  segments: string[];
  /** True if the path ends with a slash. */
  slash: boolean;
  /** True if the path asks for GGUF manifests alone, by `gguf` before the name of a repository. */
  isGguf?: boolean;
  /** The query after the question mark, not decoded; '' if there is none. */
  query: string;
  /**
   * The host of a target in absolute form, with user info and port, unchecked; undefined for a target that begins with
   * its path.
   */
  authority: string | undefined;
}

/** Returns the path as decoded text for people to read. It must not be used as a link. */
export const pathText = ({ segments, slash }: Pick<Path, 'segments' | 'slash'>): string =>
  `/${segments.join('/')}${slash ? '/' : ''}`;

/** Returns the scheme and authority of a target in absolute form (RFC 9112 3.2.2); '' for other forms. */
export function originOf(target: string): string {
  return target.charCodeAt(0) === SLASH ? '' : (/^https?:\/\/[^/?#]*/i.exec(target)?.[0] ?? '');
}

/** Splits and checks a target (RFC 9112 3.2). In absolute form, it splits the part after the origin. */
export function readTarget(target: string): Path | Refusal {
  if (target.length > MAX_URL) return refuse('UriTooLong', { limit: MAX_URL });
  const origin = originOf(target);
  const authority = origin === '' ? undefined : origin.slice(origin.indexOf('//') + 2);
  const path = origin === '' ? target : target.slice(origin.length);
  if (/^[^/?#]/.test(path)) return refuse('BadPath', { fault: 'does not start with a slash' });
  const hash = path.indexOf('#');
  const whole = hash < 0 ? path : path.slice(0, hash);
  const mark = whole.indexOf('?');
  const raw = mark < 0 ? whole : whole.slice(0, mark);
  const query = mark < 0 ? '' : whole.slice(mark + 1);
  const segments: string[] = [];
  for (const part of raw.split('/')) {
    if (part === '') continue;
    const segment = part.includes('%') ? decode(part) : part;
    const fault = segment === undefined ? 'has a broken percent-encoding' : segmentFault(segment);
    // An empty segment means that the name of the source is malformed. `takePin` refuses it.
    if (fault !== undefined && segments.length === 1 && segments[0] === 'via') segments.push('');
    else if (fault !== undefined) return refuse('BadPath', { fault });
    else segments.push(segment!);
  }
  return { segments, slash: raw.endsWith('/') && segments.length > 0, query, authority };
}

/**
 * The pin at the front of a path: the source's token, or what is wrong with the token. Undefined if the path has no
 * pin.
 */
export type TakenPin = { source: string } | { malformed: true } | Refusal | undefined;

/**
 * Reads the pin of `path` and removes it from the path. A pin is `/via/{source}`, or `/v2/via/{source}` if a registry
 * client wrote it into a repository name. It restricts which source sends the bytes of the remaining path, and is no
 * route of its own.
 */
export function takePin(path: Path, known: readonly string[]): TakenPin {
  const [first, second, third] = path.segments;
  if (first === 'via') return pinTo(path, second ?? '', [], known) ?? { malformed: true };
  if (first !== 'v2' || second !== 'via') return undefined;
  return pinTo(path, third ?? '', ['v2'], known) ?? refuse('UnknownSource', { source: third ?? '', known: [...known] });
}

/**
 * Removes the pin from `path`, and keeps the segments `kept` before the rest. Returns undefined if `token` can't be a
 * source's token.
 */
function pinTo(path: Path, token: string, kept: string[], known: readonly string[]): TakenPin {
  if (!isSourceToken(token)) return undefined;
  path.segments = [...kept, ...path.segments.slice(kept.length + 2)];
  return known.includes(token) ? { source: token } : refuse('UnknownSource', { source: token, known: [...known] });
}

/** The paths behind which a model's id stands. */
const BEFORE_IDS = new Set(['', 'models', 'v2', 'api/models', 'api/hub/models']);

/**
 * Reads the name of a model or repository in `path`, which has no pin. Splits an id that is one segment, for clients that
 * encode its slash. Removes `gguf` before a repository's name, for caches that ask for each tag once.
 */
export function readName(path: Path): void {
  const { segments } = path;
  path.isGguf = segments.length === 6 && segments[0] === 'v2' && segments[1] === 'gguf';
  if (path.isGguf) segments.splice(1, 1);
  const at = segments.findIndex((segment) => segment.includes('/'));
  if (at < 0 || !BEFORE_IDS.has(segments.slice(0, at).join('/'))) return;
  const [owner = '', name = '', ...more] = segments[at]!.split('/');
  if (owner !== '' && name !== '' && more.length === 0 && !reservedOwners.has(owner))
    segments.splice(at, 1, owner, name);
}

function decode(part: string): string | undefined {
  try {
    return decodeURIComponent(part);
  } catch {
    return undefined;
  }
}

function segmentFault(segment: string): string | undefined {
  if (holdsControl(segment)) return 'holds a control character';
  if (segment.includes('\\')) return 'holds a backslash';
  if (segment.charCodeAt(0) !== 46 && !segment.includes('/')) return undefined;
  // An encoded slash makes several parts of one segment, and each part must be valid.
  for (const part of segment.split('/')) if (part === '.' || part === '..') return `holds the segment "${part}"`;
  return undefined;
}
