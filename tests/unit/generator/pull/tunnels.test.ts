// Tests https sources behind a proxy. The pull opens a tunnel by CONNECT to a server whose certificate a local
// authority signed.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { WireClient } from '../../../../generator/pull/wire-client.ts';
import type { LockedFile } from '../../../../src/shapes/log.ts';
import { commandMissing, needs } from '../../../fixtures/needs.ts';
import { folderOfFile } from '../../../fixtures/own-folder.ts';
import { madeFile } from './faulty-source.ts';
import { placeProgram, startPull } from './pull-process.ts';
import { MODEL, type StandInHub, standInHub } from './stand-in-hub.ts';

const LOGIN = `Basic ${Buffer.from('me:p@ss').toString('base64')}`;
const files = [madeFile('config.json', 500), madeFile('model.safetensors', 3 * 2 ** 20)];
const listening = (server: Server) =>
  new Promise<number>((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port));
  });

describe('a source over https', needs(commandMissing('openssl')), () => {
  const folder = folderOfFile();
  let hub: StandInHub;
  let closeHub: (() => Promise<void>) | undefined;
  let source: Server;
  let proxy: Server;
  let port: number;
  /** The hosts for which tunnels were requested, and the logins sent to the proxy. */
  let tunnels: string[] = [];
  const authorized: (string | undefined)[] = [];

  beforeAll(async () => {
    await placeProgram(folder);
    const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
    const words = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'];
    const names = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'];
    execFileSync('openssl', [...words, ...names, '-keyout', key, '-out', cert], { stdio: 'ignore' });
    source = createSecureServer({ key: readFileSync(key), cert: readFileSync(cert) }, (request, response) => {
      authorized.push(request.headers.authorization);
      const bytes = files.find(({ path }) => `/${path}` === request.url)!.bytes;
      const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? [];
      if (from === undefined) return void response.end(bytes);
      const range = `bytes ${from}-${to}/${bytes.length}`;
      response.writeHead(206, { 'Content-Range': range }).end(bytes.subarray(Number(from), Number(to) + 1));
    });
    const base = `https://localhost:${await listening(source)}`;
    const change = (all: LockedFile[]) =>
      all.map((file) => ({ ...file, urls: [{ source: 'secure', url: `${base}/${file.path}` }] }));
    hub = await standInHub(files, [], change, (close) => {
      closeHub = close;
    });
    proxy = createServer().on('connect', ({ url, headers }, socket) => {
      tunnels.push(`${url} ${headers['proxy-authorization']}`);
      const to = connect(Number(new URL(`http://${url}`).port), '127.0.0.1', () => {
        socket.write('HTTP/1.1 200 OK\r\n\r\n');
        to.pipe(socket).pipe(to);
      });
      for (const end of [to, socket]) end.on('error', () => {});
    });
    port = await listening(proxy);
  });
  afterEach(() => {
    tunnels = [];
  });
  afterAll(async () => {
    await closeHub?.();
    for (const server of [source, proxy]) {
      server.closeAllConnections();
      server.close();
    }
  });

  const pull = (to: string, env: Record<string, string>) =>
    startPull(folder, ['--hub', hub.base, MODEL, '--to', to], {
      https_proxy: `http://me:p%40ss@127.0.0.1:${port}`,
      ...env,
    }).ended;

  test('gets its requests through a tunnel, with the token of its host, which the proxy does not see', async () => {
    const host = `localhost:${(source.address() as AddressInfo).port}`;
    const env = { NODE_EXTRA_CA_CERTS: join(folder, 'cert.pem'), HUB_SOURCE_TOKENS: `${host}=secret` };
    expect(await pull('trusted', env)).toMatchObject({ code: 0 });
    for (const { path, bytes } of files) expect(readFileSync(join(folder, 'trusted', path)).equals(bytes)).toBe(true);
    expect(new Set(tunnels)).toEqual(new Set([`${host} ${LOGIN}`]));
    expect(new Set(authorized)).toEqual(new Set(['Bearer secret']));
  });

  test('gets its requests directly if no_proxy names its host', async () => {
    const env = { NODE_EXTRA_CA_CERTS: join(folder, 'cert.pem'), no_proxy: 'localhost' };
    expect(await pull('direct', env)).toMatchObject({ code: 0 });
    expect(tunnels).toEqual([]);
  });
});

test('a request whose tunnel the proxy never opens ends when it is aborted', async () => {
  const sockets: Socket[] = [];
  const proxy = createServer().on('connect', (_, socket) => void sockets.push(socket as Socket));
  const port = await listening(proxy);
  const client = new WireClient({
    env: { https_proxy: `http://127.0.0.1:${port}` },
    tokens: new Map(),
    userAgent: 'test',
  });
  const abort = new AbortController();
  const asked = client.ask('https://localhost:1/', { signal: abort.signal, isPlanned: true });
  await expect.poll(() => sockets.length).toBe(1);
  abort.abort();
  await expect(asked).rejects.toThrow();
  client.close();
  for (const socket of sockets) socket.destroy();
  proxy.close();
});
