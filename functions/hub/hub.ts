// Makes the hub, which takes a request, finds its row in the route table, and answers.
import { type Awaitable, andThen } from '../../src/basics/remembered.ts';
import { CORS, PREFLIGHT } from '../../src/table/headers.ts';
import { isRefusal, type Refusal, refuse } from '../../src/table/refusals.ts';
import { href, namesModel, READ, type Row, readsBy } from '../../src/table/route.ts';
import { type RouteName, reservedOwners, routes } from '../../src/table/routes.ts';
import { faultRefusal, isReported, noTree, refusalAnswer } from '../answers/refusal-answer.ts';
import { ownerless, ownerlessName, sentToRightId, withdrawnRefusal } from '../models/locate.ts';
import { directionsOf } from '../models/model.ts';
import type { Call, Handler, Ports } from '../ports/ports.ts';
import { type Answer, type Ask, answer, identified, redirectTo } from '../request/answer.ts';
import { addressUnder, hostFault, nameIn, namesAddress } from '../request/host-name.ts';
import { requestLine } from '../request/logged-path.ts';
import { prefersHtml } from '../request/negotiate.ts';
import { match, type Path, pathText } from '../request/request-target.ts';
import { dialectAt } from './dialects.ts';
import { handlers, lazyPage } from './handlers.ts';
import { createReader, type TargetReading } from './reading.ts';

/** Answers every request. After a fault of ours the answer is a plain 500, and `onFault` gets the error. */
export type Hub = (ask: Ask) => Awaitable<Answer>;

/** Makes the hub from the ports of a host. */
export function createHub(ports: Ports): Hub {
  const read = createReader(ports.sources.map((source) => source.token));
  const hostOf = lastHost(ports);
  const fault = (ask: Ask) => (error: unknown) => {
    // A fault that was reported already is left out, because a report for each request would repeat it.
    if (!isReported(error)) ports.onFault(error, requestLine(ask));
    return refusalAnswer(faultRefusal(error), dialectAt(ask.target));
  };
  return (ask) => {
    const reading = read(ask.target);
    const known = isRefusal(reading) ? undefined : reading;
    try {
      const answer = isRefusal(reading) ? unreadable(ask, reading, ports) : route(ask, reading, ports, hostOf);
      if (!(answer instanceof Promise)) return identified(answer, ask, known);
      const failed = (error: unknown) => identified(fault(ask)(error), ask, known);
      return answer.then((made) => identified(made, ask, known), failed);
    } catch (error) {
      return identified(fault(ask)(error), ask, known);
    }
  };
}

/** Refuses a target that can't be parsed. A browser gets a page. */
function unreadable(ask: Ask, refusal: Refusal, ports: Ports): Awaitable<Answer> {
  const dialect = dialectAt(ask.target);
  if (dialect !== 'hub' || !READ.includes(ask.method) || !prefersHtml(ask.header('accept')))
    return refusalAnswer(refusal, dialect);
  return refusedPage(ask, { segments: [], slash: false, query: '' }, ports, undefined, refusal.status);
}

/** Answers with the page at `at`, or with the page for 404, in place of a refusal with this status. */
function refusedPage(ask: Ask, path: Omit<Path, 'authority'>, ports: Ports, at: string | undefined, status: number) {
  return lazyPage({ ask, path, query: path.query, ports, tree: ports.tree() }, at, status);
}

function route(ask: Ask, reading: TargetReading, ports: Ports, hostOf: ReturnType<typeof lastHost>): Awaitable<Answer> {
  const { path, pin, found, dialect, row } = reading;
  const { named, under, fault } = hostOf(ask.header('host'), path.authority);
  if (fault !== undefined) return refusalAnswer(refuse('BadRequest', { fault }), dialectAt(ask.target));
  const apart = ports.spacesUrl === undefined ? undefined : wrongAddress(ask, reading, named, ports.spacesUrl);
  if (apart) return apart;
  if (ask.method === 'OPTIONS' && ask.header('access-control-request-method') !== undefined)
    return { status: 204, headers: [...CORS, ...PREFLIGHT], body: undefined };
  if (pin && 'malformed' in pin) return answer(404, undefined, undefined, ['Cache-Control', 'no-store']);
  if (dialect?.write && !READ.includes(ask.method)) return dialect.write(ask, ports);
  if (pin && isRefusal(pin))
    return !row || READ.includes(ask.method) || readsBy(row, ask.method)
      ? refusalAnswer(pin, dialectAt(ask.target))
      : wrongMethod(ask, row, reading);
  if (!found || !row || (row.typed && !isTyped(ask, found.params, ports))) return nothingHere(ask, reading, ports);
  if (row.when === 'refused') return refusedRow(ask, row, reading, ports);
  if (under === undefined) tellUnknown(named, ports);
  if (row.ownHost && under === undefined)
    return refusalAnswer(refuse('WrongHost', { own: new URL(ports.baseUrl).hostname }), row.dialect);
  if (!(pin ? readsBy(row, ask.method) : (row.methods ?? READ).includes(ask.method)))
    return wrongMethod(ask, row, reading);
  const tree = ports.tree();
  if (!tree && !row.treeless) return refusalAnswer(noTree(ports), row.dialect);
  const { params }: { params: { owner?: string; name?: string } } = found;
  const withdrawn = withdrawnRefusal(ports, tree, params.owner, params.name);
  if (withdrawn) return withdrawnAnswer(withdrawn, ask, row, reading, ports);
  const base = under ?? ports.baseUrl;
  const { lead } = reading;
  const call = { ask, row, params, path, query: path.query, pin: pin?.source, ports, base, tree: tree!, lead };
  const handler = handlers[found.name as never] as Handler<RouteName>;
  const made = handler(call as unknown as Call<RouteName>);
  return andThen(made, (one) => answered(one, ask, row, path, pin?.source));
}

/**
 * The host that a request names; the hub's base URL under that name, if the name is the hub's; and what is wrong with
 * the name.
 */
interface NamedHost {
  named: string | undefined;
  under: string | undefined;
  fault: string | undefined;
}

/**
 * Returns a function that finds the host of a request. The function keeps its last result: most requests name the same
 * host, and finding it costs as much as finding a row.
 */
function lastHost(ports: Ports): (host: string | undefined, authority: string | undefined) => NamedHost {
  let last: (NamedHost & { host: string | undefined; baseUrl: string }) | undefined;
  return (host, authority) => {
    const { baseUrl } = ports;
    if (last && last.host === host && authority === undefined && last.baseUrl === baseUrl) return last;
    const named = authority ?? host;
    const fault = hostFault(host, authority);
    const found = { named, fault, under: fault === undefined ? addressUnder(named, ports) : undefined };
    if (authority === undefined) last = { ...found, host, baseUrl };
    return found;
  };
}

/**
 * Reports a host name that is not the hub's, so that the operator can add it. The host of the apps counts as the hub's.
 */
function tellUnknown(named: string | undefined, { spacesUrl, onUnknownName }: Ports): void {
  if (named === undefined || (spacesUrl !== undefined && namesAddress(named, spacesUrl))) return;
  const name = nameIn(named);
  if (name !== undefined) onUnknownName(name);
}

/**
 * True if a person may have typed the address of a model's page. The names with which our own paths begin are excluded,
 * because no model can have such an owner.
 */
function isTyped({ method }: Ask, { owner = '' }: Record<string, string>, ports: Ports): boolean {
  return READ.includes(method) && !reservedOwners.has(owner) && ports.tree() !== undefined;
}

/** Refuses a row that only the public hub has. A browser gets the page for a missing path. */
function refusedRow(ask: Ask, row: Row, reading: TargetReading, ports: Ports): Awaitable<Answer> {
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
function withdrawnAnswer(
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
 * Turns the result of a handler into an answer. If a read misspells the id of a model, the answer redirects to the
 * right id.
 */
function answered(made: Answer | Refusal, ask: Ask, row: Row, path: Path, pin: string | undefined): Answer {
  if (!isRefusal(made)) return made;
  const isModelRead = namesModel(row) && READ.includes(ask.method);
  return refusalAnswer(isModelRead ? sentToRightId(made, path, pin) : made, row.dialect);
}

/**
 * Refuses a method that the row does not have. With a pin, the row has only methods that read, because a pin only says
 * which source the bytes come from.
 */
function wrongMethod({ method }: Ask, row: Row, { dialect, path, pin }: TargetReading): Answer {
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
function nothingHere(ask: Ask, { path, pin, dialect }: TargetReading, ports: Ports): Awaitable<Answer> {
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
function wrongAddress(
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
