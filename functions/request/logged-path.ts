// Makes the part of a target that a log may show: the path, without personal lists and without anything like a secret.

import { looksSecret } from '../../src/basics/secret-shape.ts';
import { type RouteName, routes } from '../../src/table/routes.ts';
import type { Ask } from './answer.ts';
import { match } from './row-match.ts';

/** Replaces a segment that looks like a secret. */
const MASK = '***';

/** The most times that a segment may be encoded. */
const ENCODINGS = 3;

/**
 * Gives the path of `target` without query and without an absolute target's origin, which may hold a login. Masks each
 * segment that looks like a secret, however it is encoded. Keeps only the fixed beginning of a route of accounts, because
 * the rest names a model that somebody saved. The same applies to all preflights, since they get an answer even at paths
 * that don't exist and may hold anything.
 */
export function loggedPath(method: string, target: string): string {
  const path = pathOf(target);
  if (method !== 'OPTIONS' && !/%|account/.test(path)) return looksSecret(path) ? masked(path) : path;
  const own = ownSegments(path);
  if (method === 'OPTIONS' || (own[0] === 'api' && own[1] === 'account')) return fixedPart(own);
  return masked(path);
}

/**
 * Gives the fixed beginning of the route of `target`, for a refusal's log line: the rest of its path may hold
 * anything.
 */
export const loggedRoute = (target: string): string => fixedPart(ownSegments(pathOf(target)));

/** Gives the decoded segments of `path` without a pin. */
function ownSegments(path: string): string[] {
  const segments = path.split('/').flatMap((segment) => decoded(segment).at(-1)!.split('/'));
  const asked = segments.filter((segment) => segment !== '');
  return asked[0] === 'via' ? asked.slice(2) : asked;
}

function pathOf(target: string): string {
  const path = target.startsWith('/') ? target : target.replace(/^[^/]*\/\/[^/?#]*/, '');
  const mark = path.search(/[?#]/);
  return mark < 0 ? path : path.slice(0, mark);
}

/** Gives the beginning of the route's pattern, up to the first part that varies. */
function fixedPart(segments: readonly string[]): string {
  const name: RouteName | undefined = match(segments, false)?.name;
  const [fixed = ''] = name === undefined ? [] : routes[name].pattern.split('{');
  if (fixed.length > 1) return fixed.replace(/\/$/, '');
  return segments[0] === 'api' && segments[1] === 'account' ? '/api/account' : '/';
}

function masked(path: string): string {
  return path
    .split('/')
    .map((segment) => (decoded(segment).some(looksSecret) ? MASK : segment))
    .join('/');
}

/** Gives a segment as sent, and after each decoding. */
function decoded(segment: string): string[] {
  const forms = [segment];
  for (let left = ENCODINGS; left > 0 && forms.at(-1)!.includes('%'); left--) {
    try {
      forms.push(decodeURIComponent(forms.at(-1)!));
    } catch {
      break;
    }
  }
  return forms;
}

/** Makes the line that names a fault's request. */
export const requestLine = ({ method, target }: Ask): string => `${method} ${loggedPath(method, target)}`;
