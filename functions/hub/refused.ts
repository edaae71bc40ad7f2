// Answers the requests that no handler gets: at a path without a row, with a method that the row lacks, for a withdrawn
// model, or at the wrong address.
import { type Awaitable, andThen } from '../../src/basics/remembered.ts';
import { type Refusal, refuse } from '../../src/table/refusals.ts';
import { href, READ, type Row, readsBy } from '../../src/table/route.ts';
import { reservedOwners, routes } from '../../src/table/routes.ts';
import { refusalAnswer } from '../answers/refusal-answer.ts';
import { ownerless, ownerlessName, sentToRightId } from '../models/locate.ts';
import { directionsOf } from '../models/model.ts';
import type { Ports } from '../ports/ports.ts';
import { type Answer, type Ask, redirectTo } from '../request/answer.ts';
import { namesAddress } from '../request/host-name.ts';
import { prefersHtml } from '../request/negotiate.ts';
import { match, type Path, pathText } from '../request/request-target.ts';
import { dialectAt, type TargetReading } from './dialects.ts';
import { lazyPage } from './handlers.ts';

/** Refuses a target that can't be parsed. A browser gets a page. */
export function unreadable(ask: Ask, refusal: Refusal, ports: Ports): Awaitable<Answer> {
  const dialect = dialectAt(ask.target);
  if (dialect !== 'hub' || !READ.includes(ask.method) || !prefersHtml(ask.header('accept')))
    return refusalAnswer(refusal, dialect);
  return refusedPage(ask, { segments: [], slash: false, query: '' }, ports, undefined, refusal.status);
}

/** Answers with the page at `at`, or with the page for 404, in place of a refusal with this status. */
function refusedPage(ask: Ask, path: Omit<Path, 'authority'>, ports: Ports, at: string | undefined, status: number) {
  return lazyPage({ ask, path, query: path.query, ports, tree: ports.tree() }, at, status);
}

/**
 * True if a person may have typed the address of a model's page. The names with which our own paths begin are excluded,
 * because no model can have such an owner.
 */
export function isTyped({ method }: Ask, { owner = '' }: Record<string, string>, ports: Ports): boolean {
  return READ.includes(method) && !reservedOwners.has(owner) && ports.tree() !== undefined;
}

/** Refuses a row that only the public hub has. A browser gets the page for a missing path. */
export function refusedRow(ask: Ask, row: Row, reading: TargetReading, ports: Ports): Awaitable<Answer> {
  const { path } = reading;
  const isPage = READ.includes(ask.method) && prefersHtml(ask.header('accept'));
  const refusal = isPage || ownerlessName(path.segments) !== undefined ? undefined : refusalOf(row, ask, path, ports);
  return andThen(refusal, (refused) =>
    refused ? refusalAnswer(refused, row.dialect) : nothingHere(ask, reading, ports),
  );
}

/**
 * Returns the refusal of a request for `row`. For a read at a path to which clients of the public hub only write, it
 * returns undefined: nothing exists there.
 */
function refusalOf(row: Row, { method }: Ask, path: Path, ports: Ports): Awaitable<Refusal | undefined> {
  const origin = ports.origin.host;
  if (row.refuses === 'git') return gitRefusal(path, ports);
  if (row.refuses === 'identity') return refuse('Unauthorized', undefined);
  if (row.refuses !== 'writes') return refuse('RepoNotFound', { elsewhere: row.refuses!, origin });
  return READ.includes(method) ? undefined : refuse('ReadOnly', { origin }, ['Allow', READ.join(', ')]);
}

/**
 * Refuses requests of git. Its first request names the git service in the query, later ones in the path
 * (gitprotocol-http, "Smart Clients"). No method is allowed here. The refusal names a model whose files can be
 * downloaded.
 */
function gitRefusal({ segments, query }: Path, { baseUrl, origin: { host: origin }, sources, tree }: Ports) {
  const allow = ['Allow', ''];
  const service = new URLSearchParams(query).get('service') ?? segments.at(-1);
  if (service === 'git-receive-pack') return refuse('ReadOnly', { origin }, allow);
  const [owner = '', name = ''] = segments;
  const current = tree();
  return andThen(current && directionsOf(current, owner, name.replace(/\.git$/, ''), sources), (model) => {
    const clone = model && !('gated' in model) ? model.id : undefined;
    return refuse('ReadOnly', { clone, hub: baseUrl, origin }, allow);
  });
}

/** Refuses a request for a withdrawn model. A browser gets a page in place of the model's page. */
export function withdrawnAnswer(
  refusal: Refusal,
  ask: Ask,
  row: Row,
  { path, found }: TargetReading,
  ports: Ports,
): Awaitable<Answer> {
  const isPage = row.dialect === 'page' && prefersHtml(ask.header('accept'));
  if (!isPage) return refusalAnswer(refusal, row.dialect);
  const { owner = '', name = '' }: { owner?: string; name?: string } = found!.params;
  return refusedPage(ask, path, ports, href(routes.modelPage, { owner, name }), refusal.status);
}

/**
 * Refuses a method that the row does not have. With a pin, the row has only methods that read, because a pin only says
 * which source the bytes come from.
 */
export function wrongMethod({ method }: Ask, row: Row, { dialect, path, pin }: TargetReading): Answer {
  const { methods = READ } = row;
  const allow = (pin ? methods.filter((one) => readsBy(row, one)) : methods).join(', ');
  const text = pathText(path);
  if (allow === '')
    return refusalAnswer(refuse('NotFound', { unpinned: text, allow: methods.join(', ') }), row.dialect);
  const isPinnedWrite = methods.includes(method);
  if (row.hidesMethods && !isPinnedWrite)
    return refusalAnswer(refuse('NotFound', { path: text, method, allow }), 'plain');
  const values = isPinnedWrite ? { unpinned: text } : { allow };
  return refusalAnswer(refuse('ReadOnly', values, ['Allow', allow]), dialect?.namesMethods ? row.dialect : 'hub');
}

/**
 * Answers a path without a row. A browser gets a page, and a client a refusal in the form of its dialect. A model's
 * name without its owner redirects to the full id.
 */
export function nothingHere(ask: Ask, { path, pin, dialect }: TargetReading, ports: Ports): Awaitable<Answer> {
  const { segments } = path;
  const isRead = READ.includes(ask.method);
  const tree = ports.tree();
  if (dialect?.nothing) return dialect.nothing(ask, ports, `/${segments.join('/')}`);
  const name = ownerlessName(segments);
  if (name !== undefined && !isRead && !readsWithOwner(path, ask.method))
    return refusalAnswer(refuse('ReadOnly', { allow: READ.join(', ') }, ['Allow', READ.join(', ')]), 'hub');
  const source = pin && 'source' in pin ? pin.source : undefined;
  if (name !== undefined && tree)
    return andThen(ownerless(tree, name), (refusal) =>
      refusalAnswer(isRead ? sentToRightId(refusal, path, source) : refusal, 'hub'),
    );
  if (isRead && prefersHtml(ask.header('accept'))) return refusedPage(ask, path, ports, undefined, 404);
  const isPinnedTwice = pin !== undefined && segments[0] === 'via';
  const values = isPinnedTwice ? { pinned: pathText(path) } : { path: `/${segments.join('/')}` };
  return refusalAnswer(refuse('NotFound', values), dialectAt(ask.target));
}

/** True if a request at `path`, which leaves out the owner of a model, would read at the same path with one. */
function readsWithOwner({ segments, slash }: Path, method: string): boolean {
  const found = match(segments.toSpliced(segments[0] === 'api' ? 2 : 0, 0, 'owner'), slash);
  return found !== undefined && readsBy(routes[found.name], method);
}

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
  if (!app || !READ.includes(method)) return undefined;
  const query = path.query === '' ? '' : `?${path.query}`;
  const location = spacesUrl + href(routes[app.name], app.params as never) + query;
  return redirectTo(307, location);
}
