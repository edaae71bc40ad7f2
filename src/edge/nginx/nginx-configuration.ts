// Writes the configuration with which nginx answers from an exported folder, and asks the hub for everything else.
import { MAX_OBJECT, MAX_URL } from '../../basics/limits.ts';
import { PATIENCE } from '../away.ts';
import { edgeRules } from '../edge-rule.ts';
import { NginxConditions } from './conditions.ts';
import { locationLines, NGINX_ASKS_HUB } from './locations.ts';
import { nginxBlock, nginxQuoted } from './nginx-text.ts';
import { refusalLines, refusalMaps } from './refusals.ts';

export interface NginxSettings {
  /** The exported folder, an absolute path. */
  folder: string;
  /** The addresses of the hub's instances, such as `127.0.0.1:4321`. */
  hubs: readonly string[];
  /** The address or port to listen on, in the syntax of nginx's `listen`. */
  listen: string;
  /** The host name of the server; `_` for any name. */
  serverName: string;
  /** The files of the certificate and of its key; absent if nginx does not do TLS. */
  tls?: { certificate: string; key: string };
  /** True if nginx has the module that sends .br files. */
  hasBrotli: boolean;
  /** The address of apps, if they have an address of their own. */
  spacesUrl: string | undefined;
}

/**
 * Returns the whole text, for the `http` level of nginx. `command` is the command line that printed the text, for the
 * comment at its start.
 */
export function nginxConfiguration(settings: NginxSettings, command: string): string {
  const { spacesUrl, hasBrotli } = settings;
  const conditions = new NginxConditions(spacesUrl);
  const locations = locationLines(edgeRules({ hasAppsHost: spacesUrl !== undefined }), { conditions, hasBrotli });
  const server = nginxBlock('server', [...serverLines(settings), '', ...refusalLines(), ...locations]);
  return `${[...head(command, settings), '', ...upstreamLines(settings), '', ...conditions.lines(), ...refusalMaps(), '', ...server].join('\n')}\n`;
}

/** The maximum number of idle connections to the hub that a worker process keeps. */
const KEPT = 32;

/** Seconds for which an instance gets no request after it did not answer. One trial request follows. */
const REST = 10;

/**
 * Makes the `upstream` block, which asks the instances in turn. If an instance can't be reached or does not answer,
 * nginx skips it for a while. It asks the next one, unless the request may have changed something. The block lists all
 * instances a second time as a last resort, because the next instance may be restarting too.
 */
function upstreamLines({ hubs }: NginxSettings): string[] {
  const servers =
    hubs.length === 1
      ? [`server ${hubs[0]};`]
      : [
          '# All workers know which instance does not answer.',
          'zone model_hub 64k;',
          ...hubs.map((hub) => `server ${hub} max_fails=1 fail_timeout=${REST}s;`),
          ...hubs.map((hub) => `server ${hub} max_fails=0 backup;`),
        ];
  return nginxBlock('upstream model_hub', [
    ...servers,
    `keepalive ${KEPT * hubs.length};`,
    '# The hub closes what is idle for 20 seconds.',
    'keepalive_timeout 10s;',
  ]);
}

function head(command: string, { folder, hasBrotli }: NginxSettings): string[] {
  const modules = hasBrotli ? ', and the module brotli_static (Debian: libnginx-mod-http-brotli-static)' : '';
  return [
    `Printed by: ${command}`,
    '',
    'For the http level of nginx 1.22 or newer: save it as /etc/nginx/conf.d/model-hub.conf, or include it from there.',
    `It needs gzip_static, which Debian's nginx has${modules}.`,
    '',
    `nginx sends the files of ${folder}`,
    'by itself and asks the hub for everything else. A new export into that folder needs no reload;',
    'another version of the hub may print another configuration: print it again after an upgrade.',
    '',
    'nginx logs nothing here, and the hub what it is asked. To log, set access_log.',
    'Paths are looked at with regular expressions, which are faster after one line at the main level of nginx:',
    "pcre_jit on; (with Debian's nginx in /etc/nginx/modules-enabled/60-pcre-jit.conf)",
  ].map((line) => (line === '' ? '#' : `# ${line}`));
}

function serverLines({ folder, listen, serverName, tls, hubs }: NginxSettings): string[] {
  return [
    `listen ${listen}${tls ? ' ssl http2' : ''};`,
    `server_name ${serverName};`,
    ...(tls
      ? [`ssl_certificate ${nginxQuoted(tls.certificate)};`, `ssl_certificate_key ${nginxQuoted(tls.key)};`]
      : []),
    `root ${nginxQuoted(folder)};`,
    'access_log off;',
    'server_tokens off;',
    '# Answers are small: read and sent with their headers they take one call. What is popular stays open, for a second',
    '# as it was, in no more places than a worker has left.',
    'sendfile off;',
    'open_file_cache max=200 inactive=20s;',
    'open_file_cache_valid 1s;',
    'open_file_cache_errors on;',
    '# The table of the hub says what each answer is, and names mean nothing.',
    'types { }',
    `default_type ${nginxQuoted('application/octet-stream')};`,
    '# What pays is compressed already, and what the registry sends must not be.',
    'gzip off;',
    'gzip_http_version 1.0;',
    'gzip_proxied any;',
    'max_ranges 0;',
    '# The hub says what is too long, within its limits.',
    `large_client_header_buffers 4 ${(2 * MAX_URL) / 1024}k;`,
    `client_max_body_size ${MAX_OBJECT};`,
    'proxy_http_version 1.1;',
    'proxy_set_header Connection "";',
    '# As the client named it: the hub tells its addresses apart by it. It reads no X-Forwarded-*, and needs none.',
    'proxy_set_header Host $hub_named;',
    ...(hubs.length > 1
      ? [
          '# What one instance did not answer another one is asked: it may have been ended, or be on its way back.',
          'proxy_next_upstream error timeout;',
          `proxy_next_upstream_timeout ${PATIENCE.read + 1}s;`,
        ]
      : []),
    `proxy_connect_timeout ${PATIENCE.connect}s;`,
    '# The hub itself gives up what it waits for sooner.',
    `proxy_read_timeout ${PATIENCE.read}s;`,
    'proxy_buffer_size 16k;',
    'proxy_buffers 8 16k;',
    '',
    ...nginxBlock('location /', [NGINX_ASKS_HUB]),
  ];
}
