// Writes the part of a target that a log may show: the path without anything personal or secret.

import { looksSecret } from '../../src/basics/secret.ts';
import { type RouteName, routes } from '../../src/table/routes.ts';
import type { Ask } from './answer.ts';
import { match } from './request-target.ts';

/** The text that replaces a segment which looks like a secret. */
const MASK = '***';

/** The maximum number of layers of percent-encoding that are decoded. */
const ENCODINGS = 3;

/**
 * Returns the path of `target` for the log. It leaves out the query, and the origin of an absolute target, which may
 * hold a login. It masks each segment that looks like a secret, even if it is encoded up to `ENCODINGS` times. It
 * returns only the fixed beginning of an account route, because the rest names a model that somebody saved. It does the
 * same for every preflight, because preflights are answered at any path, and such a path may hold anything.
 */
export function loggedPath(method: string, target: string): string {
  const path = pathOf(target);
  if (method !== 'OPTIONS' && !/%|account/.test(path)) return looksSecret(path) ? masked(path) : path;
  const own = ownSegments(path);
  if (method === 'OPTIONS' || (own[0] === 'api' && own[1] === 'account')) return fixedPart(own);
  return masked(path);
}

/**
 * Returns the fixed beginning of the target's route, for the log line of a refusal. The rest of the path may hold
 * anything.
 */
export const loggedRoute = (target: string): string => fixedPart(ownSegments(pathOf(target)));

/** Returns the decoded segments of `path`, without the pin. */
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

/** Returns the pattern of the route up to its first parameter. */
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

/** Returns the segment as it was sent, and its form after each decoding. */
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

/** Writes the line that names the request in a report of a fault. */
export const requestLine = ({ method, target }: Ask): string => `${method} ${loggedPath(method, target)}`;
