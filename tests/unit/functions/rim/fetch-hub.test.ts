// Tests the hub with the `Request` and `Response` of `fetch`, in cases that no contract script covers.
import { beforeAll, describe, expect, test } from 'vitest';
import { toFetch } from '../../../../functions/rim/fetch-hub.ts';
import { memoryHub } from '../../../fixtures/memory-hub.ts';

let ask: ReturnType<typeof toFetch>;
beforeAll(() => {
  ask = toFetch(memoryHub());
});

const url = (path: string) => `https://hub.example${path}`;

test('a body is read up to its limit, in one piece or in many', async () => {
  const post = (body: BodyInit) =>
    ask(
      new Request(url('/api/models/acme/tiny-bert/paths-info/main'), {
        method: 'POST',
        body,
        duplex: 'half',
      } as RequestInit),
    );
  const streamed = (chunks: string[]) =>
    new ReadableStream<Uint8Array>({
      start(controller) {
        for (const chunk of chunks) controller.enqueue(new TextEncoder().encode(chunk));
        controller.close();
      },
    });
  const found = await post(streamed(['pat', 'hs=config', '.json&paths=onnx']));
  expect(((await found.json()) as { path: string }[]).map(({ path }) => path)).toEqual(['config.json', 'onnx']);
  expect((await post(streamed(Array.from({ length: 70 }, () => 'x'.repeat(1000))))).status).toBe(413);
});

test('an answer without a body has none', async () => {
  const tag = (await ask(new Request(url('/api/models/acme/tiny-bert')))).headers.get('etag')!;
  const response = await ask(new Request(url('/api/models/acme/tiny-bert'), { headers: { 'If-None-Match': tag } }));
  expect([response.status, response.body]).toEqual([304, null]);
});

test('several lines of one header are joined', async () => {
  const headers = new Headers();
  headers.append('Accept', 'application/json;q=0.1');
  headers.append('Accept', 'text/html');
  const response = await ask(new Request(url('/nothing'), { headers }));
  expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
});

test('no credential reaches the hub', async () => {
  const seen: (string | undefined)[] = [];
  const spy = toFetch((request) => {
    seen.push(request.header('authorization'), request.header('cookie'), request.header('x-other'));
    return { status: 204, headers: [], body: undefined };
  });
  await spy(new Request(url('/'), { headers: { Authorization: 'Bearer x', Cookie: 'a=b', 'X-Other': 'seen' } }));
  expect(seen).toEqual([undefined, undefined, 'seen']);
});

describe('an answer with a stream', () => {
  const opened: [start: number, end: number][] = [];
  const ask = toFetch(() => ({
    status: 200,
    headers: [],
    body: {
      length: 4,
      async open(start, end) {
        opened.push([start, end]);
        return new Blob(['four']).stream();
      },
    },
  }));

  test('is sent while the stream is read', async () => {
    expect(await (await ask(new Request(url('/')))).text()).toBe('four');
    expect(opened).toEqual([[0, 4]]);
  });

  test('is not opened for a HEAD', async () => {
    opened.length = 0;
    expect(await (await ask(new Request(url('/'), { method: 'HEAD' }))).text()).toBe('');
    expect(opened).toEqual([]);
  });
});
