// Tests what the hub gets of a `Request`. tests/contract plays its scripts on a host of `Request` and `Response`.
import { expect, test } from 'vitest';
import { toFetch } from '../../../../functions/rim/fetch-hub.ts';

test('no credential reaches the hub', async () => {
  const seen: (string | undefined)[] = [];
  const spy = toFetch((request) => {
    seen.push(request.header('authorization'), request.header('cookie'), request.header('x-other'));
    return { status: 204, headers: [], body: undefined };
  });
  await spy(
    new Request('https://hub.example/', { headers: { Authorization: 'Bearer x', Cookie: 'a=b', 'X-Other': 'seen' } }),
  );
  expect(seen).toEqual([undefined, undefined, 'seen']);
});
