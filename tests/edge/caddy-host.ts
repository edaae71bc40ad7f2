// Caddy in front of a hub, by the printed Caddyfile, over an export of a tree.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { exportHub } from '../../generator/export/export-hub.ts';
import { silent } from '../../generator/process/progress.ts';
import { Secret } from '../../src/basics/secret.ts';
import { caddyfile } from '../../src/edge/caddy/caddyfile.ts';
import { type Given, overSocket, type Player } from '../contract/players.ts';
import { attestationSecret } from '../fixtures/attestation.ts';
import { runCaddy } from '../fixtures/caddy.ts';
import { freePort } from '../fixtures/free-port.ts';
import { service } from '../fixtures/hub.ts';
import { pages } from './exported-addresses.ts';

export interface CaddyHost {
  player: Player;
  url: string;
  /** The folder that it sends. */
  folder: string;
  stop(): Promise<void>;
}

/** Exports the tree in `dist` and starts Caddy over it, in front of the hub at `hubPort`, or at several. */
export async function startCaddyHost(
  dist: string,
  hubPort: number | readonly number[],
  spacesUrl?: string,
): Promise<CaddyHost> {
  const home = mkdtempSync(join(tmpdir(), 'model-hub-caddy-'));
  const folder = join(home, 'files');
  const attestationKey = new Secret(attestationSecret);
  const written = { dist, to: folder, service, pages, attestationKey };
  await exportHub({ ...written, hasHub: true, isCompressed: true, isDry: false }, silent);
  const port = await freePort();
  const listen = `127.0.0.1:${port}`;
  const hubs = [hubPort].flat().map((one) => `127.0.0.1:${one}`);
  const settings = { folder, hubs, listen, serverName: '_', isTls: false, spacesUrl };
  const url = `http://${listen}`;
  const running = await runCaddy(home, caddyfile(settings, 'a test'), url);
  return {
    ...{ player: inOnePiece(overSocket(port)), url, folder },
    async stop() {
      await running.stop();
      rmSync(home, { recursive: true });
    },
  };
}

/** Caddy sends what is compressed in pieces, without saying how much it is (RFC 9112 7.1). */
function inOnePiece(player: Player): Player {
  return async (asked) => {
    const given = await player(asked);
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
