// `model-hub edge nginx` and `edge caddy`: print the configuration with which a web server serves an exported folder by
// itself.
import { resolve } from 'node:path';
import process from 'node:process';
import type { Command } from 'commander';
import type { CaddySettings } from '../../src/edge/caddy/caddyfile.ts';
import type { NginxSettings } from '../../src/edge/nginx/nginx-configuration.ts';
import { type Config, publicFolder } from '../../src/service/config.ts';
import { UsageFailure } from '../process/failure.ts';

const EXAMPLES = `
The configuration is drawn from the hub's own table of answers. The web server sends the files of an exported folder (model-hub
export FOLDER --with-hub --compressed) by itself and asks the hub for all else. Print it again after an upgrade; a new day needs nothing.

Examples:
  $ model-hub export /srv/model-hub --with-hub --compressed
  $ model-hub edge nginx --folder /srv/model-hub --name models.example.org > /etc/nginx/conf.d/model-hub.conf
  $ model-hub edge nginx --folder /srv/model-hub --listen 127.0.0.1:8080 --hub 127.0.0.1:4321 --brotli
  $ model-hub edge nginx --folder /srv/model-hub --hub 10.0.0.1:4321 --hub 10.0.0.2:4321
  $ model-hub edge nginx --folder /srv/model-hub --name models.example.org \\
      --certificate /etc/ssl/models.example.org.pem --key /etc/ssl/models.example.org.key
  $ model-hub edge caddy --folder /srv/model-hub --name models.example.org --listen 443 > /etc/caddy/Caddyfile`;

interface Options {
  folder?: string;
  hub?: string[];
  listen?: string;
  name?: string;
  certificate?: string;
  key?: string;
  brotli?: true;
}

export function define(program: Command): void {
  program
    .command('edge')
    .argument('<server>', 'which web server: nginx or caddy')
    .option('--folder <folder>', 'the exported folder (default: "public" in HUB_DIST)')
    .option(
      '--hub <host:port>',
      'where the hub listens (default: HOST and PORT); once for each of several instances',
      (one: string, before: string[] = []) => [...before, one],
    )
    .option('--listen <port>', 'a port, or an address and a port, to listen at (default: 80, or 443 with TLS)')
    .option('--name <name>', 'the name of the server (default: that of HUB_BASE_URL, or any)')
    .option(
      '--certificate <file>',
      'for TLS: the certificate with its chain (caddy gets one by itself for --listen 443)',
    )
    .option('--key <file>', 'for TLS: its key')
    .option('--brotli', 'send .br files too: nginx has the module brotli_static (caddy always does)')
    .addHelpText('after', EXAMPLES)
    .action(run);
}

async function run(server: string, options: Options): Promise<void> {
  if (server !== 'nginx' && server !== 'caddy')
    throw new UsageFailure('Name a web server that a configuration can be printed for: nginx or caddy.');
  const { publicBaseUrl, readConfig } = await import('../../src/service/config.ts');
  const { readService } = await import('../process/read-service.ts');
  const { shellWord } = await import('../../src/get-it/shell/shells.ts');
  const config = readConfig(process.env);
  const service = readService(config);
  const isNamed = (config.baseUrl ?? service.baseUrl) !== undefined;
  const known = isNamed ? new URL(publicBaseUrl(config, service)).hostname : '_';
  const settings = settingsOf(options, config, known, service.spacesUrl);
  const command = ['model-hub', ...process.argv.slice(2).map(shellWord)].join(' ');
  if (server === 'nginx') {
    const { nginxConfiguration } = await import('../../src/edge/nginx/nginx-configuration.ts');
    process.stdout.write(nginxConfiguration({ ...settings, hasBrotli: options.brotli === true }, command));
  } else {
    const { caddyfile } = await import('../../src/edge/caddy/caddyfile.ts');
    process.stdout.write(caddyfile({ ...settings, isTls: isTls(settings) }, command));
  }
}

/**
 * True if Caddy serves TLS, either with the given certificate or, at port 443, with a certificate that it gets by
 * itself.
 */
const isTls = ({ tls, listen }: Settings) => tls !== undefined || /(?:^|:)443$/.test(listen);

/** The settings that both servers take. */
type Settings = Omit<NginxSettings, 'hasBrotli'> & Omit<CaddySettings, 'isTls'>;

/** Reads the options and the environment. Throws a UsageFailure that names the wrong option. */
function settingsOf(options: Options, config: Config, name: string, spacesUrl: string | undefined): Settings {
  const { certificate, key } = options;
  if ((certificate === undefined) !== (key === undefined))
    throw new UsageFailure('--certificate and --key go together: give both, or neither.');
  const hasFiles = certificate !== undefined && key !== undefined;
  return {
    folder: pathOf('--folder', options.folder ?? publicFolder(config)),
    hubs: (options.hub ?? [ownAddress(config)]).map((hub) =>
      matching('--hub', hub, HUB, 'HOST:PORT such as 127.0.0.1:4321'),
    ),
    listen: matching('--listen', options.listen ?? (hasFiles ? '443' : '80'), LISTEN, 'a port, or ADDRESS:PORT'),
    serverName: matching('--name', options.name ?? name, NAME, 'a host name such as models.example.org, or _ for any'),
    ...(hasFiles && { tls: { certificate: pathOf('--certificate', certificate), key: pathOf('--key', key) } }),
    spacesUrl,
  };
}

const PORT = '(?:[1-9]\\d{0,3}|[1-5]\\d{4}|6[0-4]\\d{3}|65[0-4]\\d{2}|655[0-2]\\d|6553[0-5])';
const HUB = new RegExp(`^(?:[\\w.-]+|\\[[\\da-f:]+\\]):${PORT}$`, 'i');
const LISTEN = new RegExp(`^(?:(?:[\\d.]+|\\*|\\[[\\da-f:]+\\]):)?${PORT}$`, 'i');
const NAME = /^[\w.-]+$/;

function matching(option: string, value: string, shape: RegExp, wanted: string): string {
  if (!shape.test(value)) throw new UsageFailure(`${option} must be ${wanted}.`);
  return value;
}

/**
 * Makes a path absolute. Throws a UsageFailure for characters that a configuration reads as syntax: a dollar sign
 * starts a variable in nginx, and braces enclose a placeholder in Caddy.
 */
function pathOf(option: string, path: string): string {
  const whole = resolve(path);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: a line break would end the directive that holds the path.
  if (/[\x00-\x1f$`{}]/.test(whole))
    throw new UsageFailure(`${option} must be a path without dollar signs, braces, backquotes and line breaks.`);
  return whole;
}

/** Gives the address at which this machine reaches its own hub. */
function ownAddress({ host, port }: Pick<Config, 'host' | 'port'>): string {
  const own = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host;
  return `${own.includes(':') ? `[${own}]` : own}:${port}`;
}
