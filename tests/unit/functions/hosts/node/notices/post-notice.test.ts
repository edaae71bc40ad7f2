// Tests that a notice is sent again for a while, that no redirect is followed, and that no message contains the
// whole address in HUB_NOTIFY.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Compile } from 'typebox/compile';
import { expect, onTestFinished, test } from 'vitest';
import { postNotice } from '../../../../../../functions/hosts/node/notices/post-notice.ts';
import { Secret } from '../../../../../../src/basics/secret.ts';
import { type News, Notice } from '../../../../../../src/shapes/notices.ts';
import { servedBy } from '../../../../../fixtures/loopback-server.ts';

const news: News = { event: 'failed', command: 'build', text: '"model-hub build" failed: the disk is full.' };
const bounds = { pause: 1, each: 2000, all: 20_000 };

/** Starts a receiver that answers by `answer`, and keeps the requests with their bodies. */
async function receiver(answer: (response: ServerResponse, count: number) => void) {
  const got: { request: IncomingMessage; body: string }[] = [];
  const server = await servedBy(async (request, response) => {
    let body = '';
    for await (const piece of request) body += piece;
    got.push({ request, body });
    answer(response, got.length);
  });
  onTestFinished(() => server.close());
  const address = new Secret(`${server.base}/hook/T0KEN?key=T0KEN`);
  return { got, to: { address, hub: 'https://hub.example' }, host: new URL(server.base).host };
}

test('a notice is one small JSON object in the documented form', async () => {
  const { got, to } = await receiver((response) => void response.writeHead(204).end());
  expect(await postNotice(to, news)).toBeUndefined();
  expect(got.map(({ request: { method, url, headers } }) => [method, url, headers['content-type']])).toEqual([
    ['POST', '/hook/T0KEN?key=T0KEN', 'application/json'],
  ]);
  const notice = JSON.parse(got[0]!.body);
  expect(notice).toMatchObject({ format: 'hub.model-hub.notice/v1', ...news, hub: 'https://hub.example' });
  const source = { type: 'string' };
  expect([...Compile({ SourceHost: source } as never, Notice).Errors(notice)]).toEqual([]);
});

test('a receiver that fails for a while gets the notice later', async () => {
  const { got, to } = await receiver((response, count) => void response.writeHead(count < 3 ? 503 : 200).end());
  expect(await postNotice(to, news, bounds)).toBeUndefined();
  expect(got.length).toBe(3);
});

test('a receiver that keeps failing gets no more attempts after a while, and the message names only its host', async () => {
  const { got, to, host } = await receiver((response) => void response.writeHead(500).end());
  expect(await postNotice(to, news, bounds)).toBe(
    `The notice "failed" did not reach HUB_NOTIFY (${host}): it answers with 500.`,
  );
  expect(got.length).toBe(4);
});

test('a notice that the receiver refuses is not sent again', async () => {
  const { got, to } = await receiver((response) => void response.writeHead(404).end());
  expect(await postNotice(to, news, bounds)).toMatch(/it answers with 404\.$/);
  expect(got.length).toBe(1);
});

test('a redirect is not followed', async () => {
  const other = await receiver((response) => void response.end());
  const { got, to } = await receiver(
    (response) => void response.writeHead(307, { Location: other.to.address.reveal() }).end(),
  );
  expect(await postNotice(to, news, bounds)).toMatch(/it answers with 307\.$/);
  expect([got.length, other.got.length]).toEqual([1, 0]);
});

test('all attempts at a receiver that does not answer share one time limit', async () => {
  const { got, to } = await receiver(() => {});
  expect(await postNotice(to, news, { pause: 1, each: 10_000, all: 200 })).toMatch(/: it does not answer\.$/);
  expect(got.length).toBe(1);
});

test('the message about an unreachable receiver does not contain its address', async () => {
  const { base, close } = await servedBy(() => {});
  await close();
  const to = { address: new Secret(`${base}/hook/T0KEN`), hub: undefined };
  expect(await postNotice(to, news, bounds)).toBe(
    `The notice "failed" did not reach HUB_NOTIFY (${new URL(base).host}): it can’t be reached (ECONNREFUSED).`,
  );
});
