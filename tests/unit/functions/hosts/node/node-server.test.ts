// Tests the Node server over sockets: kept connections, invalid requests, files from disk, and errors of single requests,
// each of which is answered or ends its connection, and gets one notice.
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import type { Server } from 'node:http';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { piecewise } from '../../../../../functions/answers/piecewise.ts';
import { createHubServer } from '../../../../../functions/hosts/node/node-server.ts';
import type { Hub } from '../../../../../functions/hub/hub.ts';
import { type Answer, answer } from '../../../../../functions/request/answer.ts';
import { createAccessLog } from '../../../../../functions/rim/access-log.ts';
import { FolderBytes } from '../../../../../functions/stores/bytes/folder-bytes.ts';
import { memoryHub } from '../../../../fixtures/memory-hub.ts';
import { folderOfFile } from '../../../../fixtures/own-folder.ts';
import { closeRaw, head, openRaw, sentRaw, statuses } from '../raw-client.ts';

let hub: Hub;
let server: Server;
const folder = folderOfFile();
const log: string[] = [];
const faults: string[] = [];

const ok = answer(200, 'text/plain', 'fine', []);
const broken = (why: string) => new Error(`broken: ${why}`);

/** Makes an answer whose Content-Length is `length`, with the bytes of a stream. */
const streamed = (length: number, stream: () => ReadableStream<Uint8Array>): Answer => ({
  status: 200,
  headers: ['Content-Length', String(length)],
  body: { length, open: async () => stream() },
});
const fewBytes = (count: number) => () => new Blob(['x'.repeat(count)]).stream();

/** A promise for each endless stream, which resolves when the server stops reading the stream. */
const streams: Promise<void>[] = [];

function endless(): ReadableStream<Uint8Array> {
  const { promise, resolve } = Promise.withResolvers<void>();
  streams.push(promise);
  return new ReadableStream({ pull: (pieces) => pieces.enqueue(new Uint8Array(100_000)), cancel: () => resolve() });
}

/** The hub of this test: its answer for each path. */
const answers: Record<string, Hub> = {
  '/fine': () => ok,
  '/throws': () => {
    throw broken('thrown');
  },
  '/rejects': () => Promise.reject(broken('rejected')),
  '/header': () => answer(200, 'text/plain', 'x', ['X-Name', 'a\nb']),
  '/later-header': async () => answer(200, 'text/plain', 'x', ['X-Name', '\u{1f916}']),
  '/status': () => ({ status: 7, headers: [], body: 'x' }),
  '/nothing': () => undefined as unknown as Answer,
  '/log': () => ok,
  '/streamed-less': () => streamed(6, fewBytes(5)),
  '/streamed-more': () => streamed(6, fewBytes(7)),
  '/large': () => streamed(2 ** 40, endless),
  '/large-text': () => answer(200, 'text/plain', 'x'.repeat(50_000_000), []),
};

/** Gives an answer of the table, a file for paths that begin with /test/file, or the answer of the hub. */
const answering: Hub = (ask) => {
  const made = answers[ask.target.split('?')[0]!];
  if (made) return made(ask);
  if (!ask.target.startsWith('/test/file')) return hub(ask);
  const bytes = new FolderBytes(folder);
  const file = piecewise(400_000, (start, end) => bytes.range(ask.target.slice(6), start, end));
  const body = { length: 300_000, open: (start: number, end: number) => file.open(5 + start, 5 + end) };
  return { status: 200, headers: ['Content-Length', '300000'], body };
};

beforeAll(async () => {
  writeFileSync(join(folder, 'file'), Buffer.from(Array.from({ length: 400_000 }, (_, i) => i % 251)));
  writeFileSync(join(folder, 'file-cut-short'), Buffer.alloc(1000));
  hub = memoryHub();
  const access = createAccessLog(
    (lines) => log.push(lines),
    (error) => void faults.push(String(error)),
  );
  const note: typeof access.note = (method, target, ...more) => {
    if (target === '/log') throw broken('log');
    access.note(method, target, ...more);
  };
  server = createHubServer(
    answering,
    { ...access, note },
    { onFault: (error, line) => void faults.push(`${line}: ${(error as Error).message}`) },
  );
  await once(server.listen(0, '127.0.0.1'), 'listening');
});
afterEach(() => {
  closeRaw();
  faults.length = 0;
});
afterAll(() => {
  server.close();
});

const sent = (bytes: string | Uint8Array, text?: string) => sentRaw(server, bytes, text);
const next = head('GET', '/healthz');

describe('a connection goes on', () => {
  test('after a body that was not read', async () => {
    const post = head('POST', '/api/models', 'Content-Length: 300000');
    expect(await sent(post + ' '.repeat(300_000) + next, '"ready"')).toMatch(
      /^HTTP\/1\.1 405 .*ReadOnly.*HTTP\/1\.1 200/s,
    );
  });

  test('after a GET with a body, which is ignored', async () => {
    const get = head('GET', '/api/models/one/twin/refs', 'Content-Length: 27');
    const told = await sent(`${get}GET /smuggled HTTP/1.1\r\n\r\n\r\n${next}`, '"ready"');
    expect(statuses(told)).toEqual([200, 200]);
  });

  test('after a HEAD, a 304 and a 204, which have no body', async () => {
    const refs = '/api/models/one/twin/refs';
    const options = head('OPTIONS', '/api/models', 'Access-Control-Request-Method: GET');
    const told = await sent(head('HEAD', refs) + head('GET', refs, 'If-None-Match: *') + options + next, '"ready"');
    expect(statuses(told)).toEqual([200, 304, 204, 200]);
    expect(told).not.toContain('branches');
  });
});

describe('a file from disk', () => {
  test('is sent from its start, with the length that it had when the answer began', async () => {
    const told = await sent(head('GET', '/test/file', 'Connection: close'));
    const body = Buffer.from(told.slice(told.indexOf('\r\n\r\n') + 4), 'latin1');
    expect(body.length).toBe(300_000);
    expect(body.every((byte, i) => byte === (i + 5) % 251)).toBe(true);
  });

  test('is a 500 if it is gone, and the connection goes on', async () => {
    expect(await sent(head('GET', '/test/file-gone') + next, '"ready"')).toMatch(
      /^HTTP\/1\.1 500 .*X-Error-Code: Internal\r\n.*HTTP\/1\.1 200/s,
    );
    expect(faults).toEqual([
      expect.stringMatching(/^GET \/test\/file-gone: .* ends at byte 5, before its declared length$/),
    ]);
    await expect.poll(() => log.join('')).toMatch(/"status":500,"ms":[\d.]+,"code":"Internal"/);
  });
});

describe('Expect: 100-continue is answered', () => {
  const expecting = (target: string, ...lines: string[]) => head('POST', target, 'Expect: 100-continue', ...lines);
  const json = 'Content-Type: application/json';

  test.each([
    ['/mcp', 415, 'Content-Type: text/plain'],
    ['/mcp', 413, json],
    ['/api/v1/objects', 401, json],
    ['/api/models', 405, json],
  ])('with a refusal of %s where the head alone is enough', async (target, status, type) => {
    const told = await sent(expecting(target, type, 'Content-Length: 70000'), '\r\n\r\n');
    expect(statuses(told)).toEqual([status]);
  });
});

describe('bytes that are no HTTP', () => {
  test.each([
    ['garbage', 'nonsense\r\n\r\n'],
    ['a broken version', 'GET / HTTP/9.9\r\n\r\n'],
    ['a header without a name', `GET / HTTP/1.1\r\nHost: x\r\n: y\r\n\r\n`],
    ['two lengths', head('POST', '/', 'Content-Length: 1', 'Content-Length: 2')],
    ['a length and chunks', head('POST', '/', 'Content-Length: 1', 'Transfer-Encoding: chunked')],
    [
      'a broken chunk',
      `${head('POST', '/api/models/acme/tiny-bert/paths-info/main', 'Transfer-Encoding: chunked')}zz\r\n`,
    ],
    ['a line feed in a header', `GET / HTTP/1.1\r\nHost: x\r\nX: a\nb\r\n\r\n`],
  ])('%s get a 400 at once, or the connection ends at once', async (_, bytes) => {
    expect(await sent(bytes)).toMatch(/^$|^HTTP\/1\.1 400 /);
  });

  test('a request without a Host gets a refusal of the hub, except in HTTP/1.0, which needs no Host', async () => {
    expect(await sent('GET /v2/ HTTP/1.1\r\n\r\n')).toMatch(
      /^HTTP\/1\.1 400 .*Cache-Control: no-store\r\n.*"errors":.*it has no Host header/s,
    );
    expect(statuses(await sent('GET /healthz HTTP/1.0\r\n\r\n', '"ready"'))).toEqual([200]);
  });

  test('a head of many short lines is fine, because only its size is limited', async () => {
    const many = head('GET', '/healthz', ...Array<string>(2000).fill('X: y'));
    expect(statuses(await sent(many, '\r\n\r\n'))).toEqual([200]);
  });

  test.each([
    ['a refusal', `GET /${'x'.repeat(60_000)}`],
    ['the last answer', head('POST', '/api/models', 'Connection: close', 'Content-Length: 300000')],
    ['a refused head', head('POST', '/api/models', 'Transfer-Encoding: gzip')],
  ])('a client that goes on sending after %s is heard for a while, so that it gets the answer', async (_, bytes) => {
    const { socket, told, until } = openRaw(server, true);
    const errors: Error[] = [];
    socket.on('error', (error) => errors.push(error));
    socket.write(bytes);
    await until('}');
    for (let packet = 0; packet < 6; packet++) {
      socket.write(packet < 5 ? 'x'.repeat(10_000) : next);
      await sleep(50);
    }
    expect(errors).toEqual([]);
    expect(statuses(told().toString())).toHaveLength(1);
  });

  test.each(['GET /healthz HTTP/2.0\r\n\r\n', 'GET /healthz HTTP/0.9\r\n\r\n', 'GET /healthz\r\n\r\n'])(
    '%j is of no version that the hub speaks',
    async (bytes) => {
      expect(await sent(bytes, '}')).toMatch(/^HTTP\/1\.1 400 .*another version of HTTP: speak HTTP\/1\.1/s);
    },
  );

  test('a target with a character that is not encoded is refused with that reason', async () => {
    const bytes = Buffer.from('GET /acmé/x HTTP/1.1\r\nHost: x\r\n\r\n');
    expect(await sent(bytes, '}')).toMatch(/^HTTP\/1\.1 400 .*percent-encode/s);
  });

  test.each(['BREW', 'get', 'GETS'])(
    'the method %s, which Node does not know, is refused like any other',
    async (name) => {
      expect(await sent(head(name, '/api/models?limit=1'))).toMatch(
        /^HTTP\/1\.1 405 .*X-Error-Code: ReadOnly.*Allow: GET, HEAD\r\n.*read-only/s,
      );
    },
  );
});

describe('an error of one request', () => {
  test.each(['/throws', '/rejects', '/header', '/later-header', '/status', '/nothing'])(
    '%s gets a 500 and one notice, and the connection goes on',
    async (path) => {
      const told = await sent(head('GET', `${path}?token=sesame`) + head('GET', '/fine'), 'fine');
      expect(statuses(told)).toEqual([500, 200]);
      expect(told).toContain('X-Error-Code: Internal\r\n');
      expect(faults).toEqual([expect.stringMatching(new RegExp(`^GET ${path}: `))]);
      expect(faults.join()).not.toContain('sesame');
    },
  );

  test.each(['less', 'more'])('a stream that has %s bytes than announced ends the connection', async (which) => {
    await sent(head('GET', `/streamed-${which}`) + head('GET', '/fine'));
    expect(faults).toEqual([expect.stringMatching(`^GET /streamed-${which}: `)]);
  });

  test('a client that goes away during a large answer causes no notice', async () => {
    for (const path of ['/large', '/large-text']) {
      const { socket } = openRaw(server);
      socket.write(head('GET', path));
      await once(socket, 'data');
      socket.resetAndDestroy();
      await Promise.all(streams);
    }
    await sent(head('GET', '/fine'), 'fine');
    expect(faults).toEqual([]);
  });

  test('a failing access log ends only the connection', async () => {
    expect(await sent(head('GET', '/log'))).not.toContain('500');
    expect(faults).toEqual(['GET /log: broken: log']);
    await sent(head('GET', '/fine'), 'fine');
  });
});
