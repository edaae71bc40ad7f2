// What of a request's target may stand in a log: its path, and of one that names what a person keeps only the beginning.
import type { Ask } from './answer.ts';

/**
 * The path of `target` without query and without the origin of an absolute one, which may hold a login. The one
 * path that is deleted names a model that somebody had saved, which is nobody's business.
 */
export function loggedPath(method: string, target: string): string {
  const path = target.startsWith('/') ? target : target.replace(/^[^/]*\/\/[^/?#]*/, '');
  const mark = path.search(/[?#]/);
  const whole = mark < 0 ? path : path.slice(0, mark);
  return method === 'DELETE' ? whole.split('/').slice(0, 4).join('/') : whole;
}

/** The line by which a fault names its request. */
export const requestLine = ({ method, target }: Ask): string => `${method} ${loggedPath(method, target)}`;
