// Starts the web servers that run in front of a hub, each with the configuration that we print for it, over an export
// of a tree.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { exportHub } from '../../generator/export/export-hub.ts';
import { silent } from '../../generator/process/progress.ts';
import { Secret } from '../../src/basics/secret.ts';
import { caddyfile } from '../../src/edge/caddy/caddyfile.ts';
import { nginxConfiguration } from '../../src/edge/nginx/nginx-configuration.ts';
import type { PagePort } from '../../src/site/site-page.ts';
import { type Given, overSocket, type Player } from '../contract/players.ts';
import { attestationSecret } from '../fixtures/attestation.ts';
import { caddyMissing, runCaddy } from '../fixtures/caddy.ts';
import { freePort } from '../fixtures/free-port.ts';
import { service } from '../fixtures/hub.ts';
import { nginxMissing, runNginx } from '../fixtures/nginx.ts';
import type { RunningServer } from '../fixtures/running-server.ts';

/** A running web server in front of a hub. */
export interface Front {
  player: Player;
  url: string;
  stop(): Promise<void>;
}

interface Place {
  /** The folder with the export that the server sends. */
  folder: string;
  /** The ports of the hubs behind the server. The first hub gives the ETags for conditional requests. */
  hubPorts: readonly number[];
  /** The address of apps, if apps have their own address. */
  spacesUrl?: string | undefined;
}

/** All settings of both servers' configurations. */
type Settings = Parameters<typeof nginxConfiguration>[0] & Parameters<typeof caddyfile>[0];

export interface Kind {
  name: 'nginx' | 'Caddy';
  /** The reason why this machine can't run the server; undefined if it can. */
  missing: string | undefined;
  run(home: string, settings: Settings, url: string): Promise<RunningServer>;
  /** True for a request that the server itself refuses with 400. */
  refuses(target: string, headers: [name: string, value: string][]): boolean;
  /** Wraps the server so that its answers can be compared with those of the hub. */
  comparable(front: Player, hub: Player): Player;
}

export const nginx: Kind = {
  name: 'nginx',
  missing: nginxMissing(),
  run: (home, settings, url) => runNginx(home, nginxConfiguration(settings, 'a test'), url),
  refuses: () => false,
  comparable: withOwnTags,
};

export const caddy: Kind = {
  name: 'Caddy',
  missing: caddyMissing(),
  run: (home, settings, url) => runCaddy(home, caddyfile(settings, 'a test'), url),
  // Caddy decodes the path of a target, and accepts any query.
  refuses: (target, headers) =>
    /^[^?]*%(?![\da-f]{2})/i.test(target) || headers.some(([name, value]) => name === 'Host' && value.includes('@')),
  comparable: inOnePiece,
};

/** Exports the tree in `dist` to the folder `to`, for a server in front of a hub. */
export function exportForFront(dist: string, to: string, pages: PagePort): Promise<unknown> {
  const written = { dist, to, service, pages, attestationKey: new Secret(attestationSecret) };
  return exportHub({ ...written, hasHub: true, isCompressed: true, isDry: false }, silent);
}

/** Starts `kind` over an export. Throws if this machine lacks it. */
export async function startFront(kind: Kind, { folder, hubPorts, spacesUrl }: Place): Promise<Front> {
  if (kind.missing !== undefined) throw new Error(kind.missing);
  const home = mkdtempSync(join(tmpdir(), `model-hub-${kind.name}-`));
  const port = await freePort();
  const listen = `127.0.0.1:${port}`;
  const hubs = hubPorts.map((one) => `127.0.0.1:${one}`);
  const settings = { folder, hubs, listen, serverName: '_', spacesUrl, hasBrotli: true, isTls: false };
  const url = `http://${listen}`;
  const running = await kind.run(home, settings, url);
  return {
    ...{ player: kind.comparable(overSocket(port), overSocket(hubPorts[0]!)), url },
    async stop() {
      await running.stop();
      rmSync(home, { recursive: true });
    },
  };
}

const CONDITIONS = new Set(['if-none-match', 'if-range']);

/** Replaces the hub's ETag in conditional requests by that of nginx, which makes its own ETags for files. */
function withOwnTags(front: Player, hub: Player): Player {
  return async (asked) => {
    if (!asked.headers.some(([name]) => CONDITIONS.has(name.toLowerCase()))) return front(asked);
    const plain = { ...asked, headers: asked.headers.filter(([name]) => !CONDITIONS.has(name.toLowerCase())) };
    const [ours, own] = [tagOf(await hub(plain)), tagOf(await front(plain))];
    const named = ([name, value]: [string, string]): [string, string] =>
      CONDITIONS.has(name.toLowerCase()) && ours && own ? [name, value.replace(ours, own)] : [name, value];
    return front({ ...asked, headers: asked.headers.map(named) });
  };
}

const tagOf = (given: Given | undefined) => given?.headers.find(([name]) => name === 'etag')?.[1];

/** Joins the chunks of an answer. Caddy sends compressed answers in chunks, without a length (RFC 9112 7.1). */
function inOnePiece(front: Player): Player {
  return async (asked) => {
    const given = await front(asked);
    const isPieces = given?.headers.some(([name, value]) => name === 'transfer-encoding' && value === 'chunked');
    return isPieces ? joined(given!) : given;
  };
}

function joined({ status, headers, body }: Given): Given {
  const pieces: Buffer[] = [];
  for (let at = 0; at < body.length; ) {
    const end = body.indexOf('\r\n', at);
    const length = Number.parseInt(body.toString('latin1', at, end), 16);
    pieces.push(body.subarray(end + 2, end + 2 + length));
    at = end + 2 + length + 2;
  }
  return { status, headers: headers.filter(([name]) => name !== 'transfer-encoding'), body: Buffer.concat(pieces) };
}
