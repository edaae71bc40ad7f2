// Keeps apps at an address of their own (`spacesUrl` of service.yaml). That address has nothing else, and no other
// address has apps.
import { refuse } from '../../src/table/refusals.ts';
import { href, type Row } from '../../src/table/route.ts';
import { routes } from '../../src/table/routes.ts';
import { refusalAnswer } from '../answers/refusal-answer.ts';
import { type Answer, type Ask, redirectTo } from '../request/answer.ts';
import { namesAddress } from '../request/host-name.ts';
import { pathText } from '../request/request-target.ts';
import type { TargetReading } from './reading.ts';

/**
 * Answers a request at the wrong address; returns undefined if the address is right. `host` is the host name in the
 * request. A read of an app at another address is redirected to `spacesUrl`. At `spacesUrl`, every path that is no path
 * of an app gets 404, even the path of a page of the hub.
 */
export function wrongAddress(
  { method }: Pick<Ask, 'method'>,
  { path, found }: TargetReading,
  host: string | undefined,
  spacesUrl: string,
): Answer | undefined {
  const app = found && (routes[found.name] as Row).apart ? found : undefined;
  const isThere = host !== undefined && namesAddress(host, spacesUrl);
  if (isThere) return app ? undefined : refusalAnswer(refuse('NotFound', { path: pathText(path) }), 'hub');
  if (!app || (method !== 'GET' && method !== 'HEAD')) return undefined;
  const query = path.query === '' ? '' : `?${path.query}`;
  const location = spacesUrl + href(routes[app.name], app.params as never) + query;
  return redirectTo(307, location);
}
