// Writes the Caddyfile with which Caddy answers from an exported folder, and asks the hub for everything else.
import { escaped } from '../../basics/escaped.ts';
import { type ShapedRefusal, shapeRefusal } from '../../dialects/refusal-shape.ts';
import { CORS, pairsOf } from '../../table/headers.ts';
import { routes } from '../../table/routes.ts';
import { AWAY, AWAY_PAGE, PATIENCE, WANTS_PAGE } from '../away.ts';
import { pathsOf, SPOKEN } from '../dialect-paths.ts';
import { edgeRules } from '../edge-rule.ts';
import { caddyBlock, caddyQuoted, matches } from './caddy-text.ts';
import { CADDY_ASKS_HUB, handlerLines } from './handlers.ts';

export interface CaddySettings {
  /** The exported folder, an absolute path. */
  folder: string;
  /** The addresses of the hub's instances, such as `127.0.0.1:4321`. */
  hubs: readonly string[];
  /** The port to listen on, or an address with a port. */
  listen: string;
  /** The host name of the server; `_` for any name. */
  serverName: string;
  /** True for HTTPS, with the files in `tls` or with a certificate that Caddy gets itself. */
  isTls: boolean;
  tls?: { certificate: string; key: string };
  /** The address of apps, if they have an address of their own. */
  spacesUrl: string | undefined;
}

/** Matches the target of a request without a query or percent-encoding. The hub answers requests for other targets. */
const PLAIN_TARGET = '^(?:/[A-Za-z0-9_.~@+=,:-]+)*/?$';

/** Returns the whole text. `command` is the command line that printed the text, for the comment at its start. */
export function caddyfile(settings: CaddySettings, command: string): string {
  const { folder, hubs, listen, serverName, isTls, tls, spacesUrl } = settings;
  const [, address, port] = /^(?:(.*):)?(\d+)$/.exec(listen)!;
  const rules = edgeRules({ hasAppsHost: spacesUrl !== undefined });
  const site = caddyBlock(`${isTls ? 'https' : 'http'}://${serverName === '_' ? '' : serverName}:${port}`, [
    ...(address === undefined || address === '*' ? [] : [`bind ${address.replace(/^\[|\]$/g, '')}`]),
    ...(tls ? [`tls ${caddyQuoted(tls.certificate)} ${caddyQuoted(tls.key)}`] : []),
    `root * ${caddyQuoted(folder)}`,
    // With `defer`, Caddy removes these headers as its last step, since newer versions of Caddy add `Via` late.
    ...caddyBlock('header', ['-Server', '-Via', 'defer']),
    ...caddyBlock('@plain', plainRead(spacesUrl)),
    ...caddyBlock(
      'handle @plain',
      caddyBlock('route', [...handlerLines(rules), '', ...caddyBlock('handle', [CADDY_ASKS_HUB])]),
    ),
    ...caddyBlock('handle', [CADDY_ASKS_HUB]),
    ...caddyBlock('handle_errors', errorLines()),
  ]);
  return `${[...head(command, folder), '', ...hubSnippet(hubs), '', ...site].join('\n')}\n`;
}

function head(command: string, folder: string): string[] {
  return [
    `Printed by: ${command}`,
    '',
    'A Caddyfile for Caddy 2.6 or newer, by itself or imported by another one.',
    `Caddy sends the files of ${folder}`,
    'by itself and asks the hub for everything else. A new export into that folder needs no reload;',
    'another version of the hub may print another configuration: print it again after an upgrade.',
    '',
    'Caddy logs no requests here, and the hub what it is asked. To log, add `log` to the site.',
  ].map((line) => (line === '' ? '#' : `# ${line}`));
}

/**
 * Asks the instances in turn. A `GET` or `HEAD` that gets no answer goes to another instance. Other requests do not,
 * because they may have changed something.
 */
const IN_TURN = [
  'lb_policy round_robin',
  'lb_try_duration 5s',
  ...caddyBlock('lb_retry_match', ['method GET HEAD']),
  // Health checks notice that an instance stops or starts to answer, so that no request has to find out.
  `health_uri ${routes.livez.pattern}`,
  'health_interval 2s',
  'health_timeout 1s',
];

/**
 * Makes the snippet that asks the hub. The snippet leaves the header `Host` unchanged, and removes headers that the hub
 * does not read.
 */
function hubSnippet(hubs: readonly string[]): string[] {
  const asks = (patience: number) =>
    caddyBlock(`reverse_proxy ${hubs.join(' ')}`, [
      ...(hubs.length > 1 ? IN_TURN : []),
      ...['For', 'Host', 'Proto'].map((name) => `header_up -X-Forwarded-${name}`),
      'flush_interval -1',
      // Caddy closes idle connections after 10 seconds, because the hub closes them after 20.
      ...caddyBlock('transport http', [
        ...['compression off', 'versions 1.1', 'keepalive 10s'],
        ...[`dial_timeout ${PATIENCE.connect}s`, `response_header_timeout ${patience}s`],
      ]),
    ]);
  return caddyBlock('(model_hub)', [
    '@model_hub_read method GET HEAD',
    ...caddyBlock('handle @model_hub_read', asks(PATIENCE.read)),
    ...caddyBlock('handle', asks(PATIENCE.write)),
  ]);
}

/**
 * Makes the matcher for `GET` and `HEAD` requests whose target, host and headers are unambiguous. The hub answers all
 * other requests.
 */
function plainRead(spacesUrl: string | undefined): string[] {
  const [target, host] = ['http.request.orig_uri', 'http.request.hostport'];
  const apps = spacesUrl === undefined ? [] : [`(?i)^${escaped(new URL(spacesUrl).hostname)}(?::|$)`];
  return [
    'method GET HEAD',
    matches(
      [target, PLAIN_TARGET],
      [target, '/\\.{1,2}(?:/|$)', 'not'],
      [host, '^[\\w.-]*(?::\\d*)?$'],
      ...apps.map((like) => [host, like, 'not'] as const),
      ['http.request.header.Accept-Encoding', '^[A-Za-z, ]*$'],
    ),
    ...['Range', 'If-Match', 'If-Unmodified-Since'].map((name) => `not header ${name} *`),
  ];
}

/**
 * Makes the lines that answer while Caddy can't reach the hub. Browsers get a page. Other clients get the refusal
 * `Unreachable`, in the dialect of the path.
 */
function errorLines(): string[] {
  const said = ({ status, headers, type, body }: ShapedRefusal) => {
    const all = pairsOf(['Content-Type', type, ...CORS, ...headers]);
    const lines = all.map(([name, value]) => `${name} ${caddyQuoted(value)}`);
    return [...caddyBlock('header', lines), `respond ${caddyQuoted(body)} ${status}`];
  };
  return [
    'header -Server',
    ...SPOKEN.flatMap((dialect) => [
      `@${dialect} path_regexp ${caddyQuoted(pathsOf(dialect))}`,
      ...caddyBlock(`handle @${dialect}`, said(shapeRefusal(AWAY, dialect))),
    ]),
    ...caddyBlock('@page', [matches(['http.request.header.Accept', `(?i)${WANTS_PAGE}`])]),
    ...caddyBlock('handle @page', said(AWAY_PAGE)),
    ...caddyBlock('handle', said(shapeRefusal(AWAY, 'hub'))),
  ];
}
