// Shared parts of the tests of web servers in front of a hub: a hub with a server in front, and the answers while the
// hub is away.
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { expect } from 'vitest';
import { createMemoryHub } from '../../functions/hosts/memory/memory.ts';
import { createHubServer } from '../../functions/hosts/node/node-server.ts';
import { noAccessLog } from '../../functions/rim/access-log.ts';
import { nodeCompress } from '../../functions/rim/node-compress.ts';
import { memoryStore } from '../../functions/stores/bytes/memory-store.ts';
import { logHere } from '../../functions/stores/tree/log-files.ts';
import { openTree } from '../../functions/stores/tree/node-tree.ts';
import { openAttestations } from '../../src/attestation/attestations.ts';
import { AWAY_PAGE } from '../../src/edge/away.ts';
import { withoutOwn } from '../contract/nginx-answers.ts';
import { type Given, overSocket, type Player } from '../contract/players.ts';
import { attestationSecret } from '../fixtures/attestation.ts';
import { logFilesIn, origin, service } from '../fixtures/hub.ts';
import { models } from '../fixtures/rows.ts';
import { pages } from './exported-addresses.ts';
import { type Kind, startFront } from './front.ts';

export const get = (player: Player, target: string, ...headers: [string, string][]) =>
  player({ method: 'GET', target, headers, body: undefined }) as Promise<Given>;

/** Writes two empty pages into an export, since the fixture has no website. */
export function placePages(folder: string): void {
  for (const [file, text] of [
    [`models/${models.bert.id}/index.html`, '<!doctype html>'],
    ['docs/reference.html', '<!doctype html>'],
  ] as const) {
    mkdirSync(join(folder, dirname(file)), { recursive: true });
    writeFileSync(join(folder, file), text);
  }
}

const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';

/**
 * Expects that the server in front says that the hub is away: under `/v2` as an OCI error, and elsewhere as a page if a
 * browser asks.
 */
export async function expectAway(player: Player): Promise<void> {
  const given = await get(player, '/v2/acme/nothing/tags/list');
  expect([given.status, JSON.parse(given.body.toString())]).toMatchObject([502, { errors: [{ code: 'UNSUPPORTED' }] }]);
  const other = await get(player, '/api/models?search=x');
  expect(Object.fromEntries(other.headers)).toMatchObject({ 'x-error-code': 'Unreachable', 'retry-after': '5' });
  const page = await get(player, '/api/models?search=x', ['Accept', BROWSER]);
  expect([page.status, page.body.toString()]).toEqual([502, AWAY_PAGE.body]);
  expect(Object.fromEntries(page.headers)).toMatchObject({
    ...{ 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store', 'retry-after': '5' },
    ...{ 'x-error-code': 'Unreachable', 'content-security-policy': expect.stringContaining("default-src 'none'") },
  });
  for (const accept of ['', '*/*', 'application/json', 'application/json, text/html;q=0.5'])
    for (const [target, body] of [
      ['/api/models?search=x', other.body],
      ['/v2/acme/nothing/tags/list', given.body],
    ] as const)
      expect((await get(player, target, ['Accept', accept])).body.toString(), accept).toBe(body.toString());
  expect((await get(player, '/v2/acme/nothing/tags/list', ['Accept', BROWSER])).body.toString()).toBe(
    given.body.toString(),
  );
}

/** Starts a hub over the tree in `dist`, and `kind` in front of it over the export in `folder`. */
export async function startBoth(kind: Kind, dist: string, folder: string, spacesUrl?: string) {
  const tree = openTree(dist);
  const log = logHere(memoryStore(logFilesIn(dist)));
  const own = { sources: service.sources, origin, baseUrl: tree.baseUrl, log };
  const ports = { ...own, spacesUrl, pages, compress: nodeCompress, attestations: openAttestations(attestationSecret) };
  const server = createHubServer(createMemoryHub(tree, ports), noAccessLog).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const front = await startFront(kind, { folder, hubPorts: [port], spacesUrl });
  const hub = overSocket(port);
  return {
    front,
    /**
     * Sends a request to the server and to the hub, and expects the same answer, unless the server itself refuses the
     * request.
     */
    async same(method: string, target: string, headers: [string, string][] = []) {
      const asked = { method, target, headers, body: undefined };
      const [ours, theirs] = await Promise.all([front.player(asked), hub(asked)]);
      if (kind.refuses(target, headers)) expect([ours!.status, theirs!.status], target).toEqual([400, 400]);
      else expect(readable(ours!), `${method} ${target} ${headers.join()}`).toEqual(readable(theirs!));
    },
    async stop() {
      await front.stop();
      server.close();
    },
  };
}

function readable(given: Given) {
  const { status, headers, body } = withoutOwn(given);
  return { status, headers, body: body.toString('latin1') };
}
