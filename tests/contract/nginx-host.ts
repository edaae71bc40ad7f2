// nginx in front of a hub as one more host: it sends an exported folder by itself, and has tags and dates of its own.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { exportHub } from '../../generator/export/export-hub.ts';
import { silent } from '../../generator/process/progress.ts';
import { Secret } from '../../src/basics/secret.ts';
import { nginxConfiguration } from '../../src/edge/nginx/nginx-configuration.ts';
import type { PagePort } from '../../src/site/site-page.ts';
import { attestationSecret } from '../fixtures/attestation.ts';
import { freePort } from '../fixtures/free-port.ts';
import { service } from '../fixtures/hub.ts';
import { nginxMissing, runNginx } from '../fixtures/nginx.ts';
import { type Asked, type Given, overSocket, type Player } from './players.ts';

export interface NginxHost {
  player: Player;
  url: string;
  /** The folder that it sends. */
  folder: string;
  stop(): Promise<void>;
}

/** Exports the tree in `dist` and starts nginx over it, in front of the hub at `hubPort`, or at several. Throws where `nginxMissing` gives a reason. */
export async function startNginxHost(
  dist: string,
  pages: PagePort,
  hubPort: number | readonly number[],
  spacesUrl?: string,
): Promise<NginxHost> {
  const missing = nginxMissing();
  if (missing !== undefined) throw new Error(missing);
  const home = mkdtempSync(join(tmpdir(), 'model-hub-nginx-'));
  const folder = join(home, 'files');
  const attestationKey = new Secret(attestationSecret);
  const written = { dist, to: folder, service, pages, attestationKey };
  await exportHub({ ...written, hasHub: true, isCompressed: true, isDry: false }, silent);
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const hubPorts = [hubPort].flat();
  const settings = {
    ...{ folder, hubs: hubPorts.map((one) => `127.0.0.1:${one}`), listen: `127.0.0.1:${port}`, serverName: '_' },
    ...{ hasBrotli: true, spacesUrl },
  };
  const running = await runNginx(home, nginxConfiguration(settings, 'a test'), url);
  return {
    ...{ player: withOwnTags(overSocket(port), overSocket(hubPorts[0]!)), url, folder },
    async stop() {
      await running.stop();
      rmSync(home, { recursive: true });
    },
  };
}

const CONDITIONS = new Set(['if-none-match', 'if-range']);

/** Scripts name the tags of a hub; nginx is asked with its own in their place. */
function withOwnTags(nginx: Player, hub: Player): Player {
  return async (asked) => {
    if (!asked.headers.some(([name]) => CONDITIONS.has(name.toLowerCase()))) return nginx(asked);
    const plain = { ...asked, headers: asked.headers.filter(([name]) => !CONDITIONS.has(name.toLowerCase())) };
    const [ours, own] = [tagOf(await hub(plain)), tagOf(await nginx(plain))];
    const named = ([name, value]: [string, string]): [string, string] =>
      CONDITIONS.has(name.toLowerCase()) && ours && own ? [name, value.replace(ours, own)] : [name, value];
    return nginx({ ...asked, headers: asked.headers.map(named) } satisfies Asked);
  };
}

const tagOf = (given: Given | undefined) => given?.headers.find(([name]) => name === 'etag')?.[1];

/**
 * nginx refuses these before it asks a hub: the status is that of a bad request, the words are its own. Each is named
 * by the test that describes the hub's answer.
 */
const REFUSED_BY_NGINX: Readonly<Record<string, string>> = {
  'Two Authorization headers are refused, though both are good': 'a header that may stand once',
  'A target that is no path is a bad path': 'a target that is no path',
  'An empty Host names the default, this hub (RFC 9112 3.3)': 'an empty Host',
  'A malformed host is refused, in the shape of the route': 'a malformed Host',
  'An absolute target is asked by its own host, and Host is not looked at but for its form (RFC 9112 3.2.2)':
    'a malformed host',
  'A refused absolute target gets a refusal in the shape of its path': 'a malformed host',
};

/** The tests that nginx does not let through to the hub. */
export const refusedByNginx: ReadonlySet<string> = new Set(Object.keys(REFUSED_BY_NGINX));

const OWN = new Set(['etag', 'last-modified', 'server', 'x-request-id']);

/**
 * Drops a server's own headers: its tag and its dates. A page in another compression is the same page, and a client
 * that has a part, or the tag, knows already that parts exist.
 */
export function withoutOwn({ status, headers, body }: Given): Given {
  const coding = headers.find(([name]) => name === 'content-encoding')?.[1];
  const unpack = coding === 'br' ? brotliDecompressSync : coding === 'gzip' ? gunzipSync : undefined;
  return {
    status,
    headers: headers.filter(
      ([name]) =>
        !OWN.has(name) &&
        !(unpack && name === 'content-length') &&
        !([206, 304].includes(status) && name === 'accept-ranges'),
    ),
    body: unpack && body.length > 0 ? unpack(body) : body,
  };
}
