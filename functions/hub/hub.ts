// Makes the hub, which takes a request, finds its row in the route table, and answers.
import { type Awaitable, createRemembered } from '../../src/basics/remembered.ts';
import { CORS, PREFLIGHT } from '../../src/table/headers.ts';
import { isRefusal, type Refusal, refuse } from '../../src/table/refusals.ts';
import { namesModel, READ, type Row, readsBy } from '../../src/table/route.ts';
import { type RouteName, routes } from '../../src/table/routes.ts';
import { faultRefusal, isReported, noTree, refusalAnswer } from '../answers/refusal-answer.ts';
import { sentToRightId, withdrawnRefusal } from '../models/locate.ts';
import type { Call, Handler, Ports } from '../ports/ports.ts';
import { type Answer, type Ask, answer, identified } from '../request/answer.ts';
import { addressUnder, hostFault, nameIn, namesAddress } from '../request/host-name.ts';
import { requestLine } from '../request/logged-path.ts';
import { match, type Path, readName, readTarget, takePin } from '../request/request-target.ts';
import { dialectAt, dialectOf, type TargetReading } from './dialects.ts';
import { handlers } from './handlers.ts';
import { isTyped, nothingHere, refusedRow, unreadable, withdrawnAnswer, wrongAddress, wrongMethod } from './refused.ts';

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
    // An asterisk asks about the whole hub (RFC 9110 9.3.7).
    const reading = read(ask.target === '*' && ask.method === 'OPTIONS' ? '/' : ask.target);
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
  const withdrawn = tree?.withdrawn.length === 0 ? undefined : withdrawnRefusal(ports, tree, params.owner, params.name);
  if (withdrawn) return withdrawnAnswer(withdrawn, ask, row, reading, ports);
  const base = under ?? ports.baseUrl;
  const { lead } = reading;
  const call = { ask, row, params, path, query: path.query, pin: pin?.source, ports, base, tree: tree!, lead };
  const handler = handlers[found.name as never] as Handler<RouteName>;
  const made = handler(call as unknown as Call<RouteName>);
  if (made instanceof Promise) return made.then((one) => answered(one, ask, row, path, pin?.source));
  return answered(made, ask, row, path, pin?.source);
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
 * Turns the result of a handler into an answer. If a read misspells the id of a model, the answer redirects to the
 * right id.
 */
function answered(made: Answer | Refusal, ask: Ask, row: Row, path: Path, pin: string | undefined): Answer {
  if (!isRefusal(made)) return made;
  const isModelRead = namesModel(row) && READ.includes(ask.method);
  return refusalAnswer(isModelRead ? sentToRightId(made, path, pin) : made, row.dialect);
}

/**
 * The maximum number of kept readings, and the maximum length in characters of their targets. With these limits, a
 * flood of made-up targets takes only a few megabytes.
 */
const KEPT = 4096;
const KEPT_LENGTH = 256;

export type Reader = (target: string) => TargetReading | Refusal;

/**
 * Makes a reader of targets. It keeps the readings of popular targets, so that these are parsed only once. `known`
 * lists the tokens of the sources that callers can pin.
 */
export function createReader(known: readonly string[]): Reader {
  const readings = createRemembered<string, TargetReading>({ most: KEPT });
  return (target) => {
    const before = readings.known(target);
    if (before) return before;
    const path = readTarget(target);
    if (isRefusal(path)) return path;
    const pin = takePin(path, known);
    readName(path);
    const [found, dialect] = [match(path.segments, path.slash), dialectOf(path.segments)];
    const row = found && routes[found.name];
    const reading: TargetReading = { path, pin, found, dialect, row, lead: { tree: undefined, to: undefined } };
    if (target.length <= KEPT_LENGTH) readings.put(target, reading);
    return reading;
  };
}
