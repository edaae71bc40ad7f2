// Writes the refusals that nginx gives instead of the hub. They have the hub's sentences, in the dialect of the path.
import { MAX_HEADERS, MAX_OBJECT, MAX_URL } from '../../basics/limits.ts';
import { type ShapedRefusal, shapeRefusal } from '../../dialects/refusal-shape.ts';
import { CORS, pairsOf } from '../../table/headers.ts';
import { type Refusal, refuse } from '../../table/refusals.ts';
import { type Dialect, OWN_FOLDER } from '../../table/route.ts';
import { AWAY, AWAY_PAGE, PATIENCE, WANTS_PAGE } from '../away.ts';
import { pathsOf, SPOKEN } from '../dialect-paths.ts';
import { HUB } from './locations.ts';
import { expression, nginxBlock, nginxQuoted } from './nginx-text.ts';

type OwnRefusal = readonly [codes: string, refusal: Refusal];

/** Refusals for the statuses that nginx may give before it has read the path. */
const OF_THE_HEAD: readonly OwnRefusal[] = [
  ['414', refuse('UriTooLong', { limit: MAX_URL })],
  ['500', refuse('Internal', undefined)],
];
/** Refusals for the errors of nginx that get the dialect of the path. The status 494 exists only in nginx. */
const OF_A_PATH: readonly OwnRefusal[] = [
  ['400 505', refuse('BadRequest', { fault: 'it is not well-formed HTTP/1.1' })],
  ['501', refuse('UnknownCoding', undefined)],
  ['494', refuse('HeadersTooLarge', { limit: MAX_HEADERS })],
  ['413', refuse('TooLarge', { limit: MAX_OBJECT })],
  ['502 503 504', AWAY],
];

const PLACE = `/${OWN_FOLDER}/refused`;
const PAGE = `${PLACE}/page`;

/** The location for paths that nginx can't read. It sends the request to the hub, whose answer explains the fault. */
const UNREAD = `${PLACE}/unread`;
const UNREAD_REQUEST = '^\\S+ (?<hub_target>(?=/)\\S*(?:%(?![0-9A-Fa-f]{2})|%00|/(?:\\.|%2[Ee]){2})\\S*) HTTP/1';

const ASK = 'proxy_pass http://model_hub;';

/** Makes the maps that choose a refusal by path, method and `Accept`. */
export function refusalMaps(): string[] {
  const cases = SPOKEN.map((dialect) => `${expression(pathsOf(dialect))} ${dialect};`);
  return [
    ...nginxBlock('map $uri $hub_dialect', ['default hub;', ...cases]),
    ...nginxBlock(`map $request_method ${HUB}`, ['default @hub_writes;', 'GET @hub;', 'HEAD @hub;']),
    ...nginxBlock('map $request $hub_refused', [
      `default "${PLACE}/400-$hub_dialect";`,
      `${expression(UNREAD_REQUEST)} ${UNREAD};`,
    ]),
    ...nginxBlock('map $http_accept $hub_wants', ['default any;', `${expression(WANTS_PAGE, '~*')} page;`]),
    ...nginxBlock('map $hub_wants-$hub_dialect $hub_away', [
      `default "${PLACE}/${AWAY.status}-$hub_dialect";`,
      `page-hub ${PAGE};`,
    ]),
  ];
}

/** Makes the lines that send errors to refusals, and the locations of the refusals. */
export function refusalLines(): string[] {
  const dialects: readonly Dialect[] = ['hub', ...SPOKEN];
  return [
    'recursive_error_pages on;',
    // These statuses mean that nginx can't read a file, that nginx does not answer the method, or that the hub must
    // answer.
    `error_page 403 404 405 418 = ${HUB};`,
    ...OF_THE_HEAD.map(([codes, { status }]) => `error_page ${codes} =${status} ${PLACE}/${status};`),
    ...OF_A_PATH.map(([codes, { status }]) =>
      status === 400
        ? `error_page ${codes} = $hub_refused;`
        : `error_page ${codes} =${status} ${status === AWAY.status ? '$hub_away' : `${PLACE}/${status}-$hub_dialect`};`,
    ),
    ...OF_THE_HEAD.flatMap(([, refusal]) =>
      refusalLocation(`${PLACE}/${refusal.status}`, shapeRefusal(refusal, 'hub')),
    ),
    ...OF_A_PATH.flatMap(([, refusal]) =>
      dialects.flatMap((dialect) =>
        refusalLocation(`${PLACE}/${refusal.status}-${dialect}`, shapeRefusal(refusal, dialect)),
      ),
    ),
    ...refusalLocation(PAGE, AWAY_PAGE),
    '',
    ...nginxBlock(`location = ${UNREAD}`, ['internal;', 'proxy_pass http://model_hub$hub_target;']),
    '',
    // This directive passes the target on unchanged, because it names no path.
    ...nginxBlock('location @hub', [ASK]),
    ...nginxBlock('location @hub_writes', [`proxy_read_timeout ${PATIENCE.write}s;`, ASK]),
  ];
}

function refusalLocation(path: string, { status, headers, type, body }: ShapedRefusal): string[] {
  const all = pairsOf([...CORS, ...headers]);
  const lines = all.map(([name, value]) => `add_header ${name} ${nginxQuoted(value)} always;`);
  return [
    '',
    ...nginxBlock(`location = ${path}`, [
      'internal;',
      `default_type ${nginxQuoted(type)};`,
      ...lines,
      `return ${status} ${nginxQuoted(body)};`,
    ]),
  ];
}
