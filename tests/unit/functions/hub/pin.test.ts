// Tests `/via/{source}` before the path of every read: the answer is the same, unless the row chooses a source for
// bytes. Writes with this prefix are refused.
import { beforeAll, describe, expect, test } from 'vitest';
import type { Hub } from '../../../../functions/hub/hub.ts';
import { href, READ, type Row, readsBy } from '../../../../src/table/route.ts';
import { type RouteName, routes } from '../../../../src/table/routes.ts';
import { askWith } from '../../../fixtures/asked.ts';
import { memoryHub } from '../../../fixtures/memory-hub.ts';

let hub: Hub;
beforeAll(() => {
  hub = memoryHub();
});

/** Values for the params with which most rows answer. The other rows refuse, and the test compares their refusals. */
const params = {
  owner: 'acme',
  name: 'tiny-bert',
  revision: 'main',
  path: 'config.json',
  prefix: 'onnx',
  shard: '000',
  page: 'quickstart',
  space: 'verify',
  date: '2026-11-19',
  task: 'fill-mask',
  reference: 'latest',
};
const example = new Proxy(params, {
  get: (known, name) => (name === '' ? undefined : (known[name as keyof typeof known] ?? 'x')),
  getOwnPropertyDescriptor: () => ({ configurable: true, enumerable: true }),
});

const readable = ({ row }: { row: Row }) => (row.methods ?? READ).some((method) => readsBy(row, method));

const rows = (Object.entries(routes) as [RouteName, Row][]).map(([name, row]) => ({
  name,
  row,
  path: href(row, example as never),
}));

async function ask(target: string, accept: string | undefined, method = 'GET') {
  const answer = await hub(askWith(target, { host: 'hub.example', accept, 'x-request-id': 'one' }, method));
  const { status, body } = answer;
  const bytes = typeof body === 'string' || body instanceof Uint8Array ? Buffer.from(body).toString() : undefined;
  return { status, headers: answer.headers, body: bytes ?? body?.length };
}

// These rows choose a source for bytes, or link to a next page whose address keeps `/via/{source}`.
const constrained = new Set<RouteName>(['resolve', 'raw', 'blob', 'models', 'tags', 'referrers']);

test.each(rows.filter((one) => readable(one) && !constrained.has(one.name)))(
  '$path has the same answer under /via/srcb',
  async ({ path }) => {
    for (const accept of [undefined, 'application/json', 'text/html'])
      expect(await ask(`/via/srcb${path}`, accept)).toEqual(await ask(path, accept));
  },
);

test('the pinned root may end with a slash or not, and a path may have only one pin', async () => {
  const root = await ask('/', undefined);
  expect(root.status).toBe(200);
  expect(await ask('/via/srcb', undefined)).toEqual(root);
  expect((await ask('/via/srca/via/srcb/', undefined)).status).toBe(404);
});

test.each(rows.filter((one) => !readable(one)))(
  '$path has no read, so it does not exist under /via/srca',
  async ({ row, path }) => {
    for (const method of ['GET', ...(row.methods ?? [])]) {
      const { status, body } = await ask(`/via/srca${path}`, undefined, method);
      expect([status, body]).toEqual([
        404,
        expect.stringContaining(`A pin takes only reads: send ${row.methods!.join(' or ')} to ${path}.`),
      ]);
    }
  },
);

describe('a write under /via/srca is refused, and the sentence names the path without the pin', () => {
  const writes = rows
    .filter(readable)
    .flatMap(({ row, path }) =>
      (row.when === 'refused' || row.postReads ? [] : (row.methods ?? []))
        .filter((method) => !READ.includes(method))
        .map((method) => ({ method, path })),
    );

  test.each(writes)('$method $path is refused', async ({ method, path }) => {
    const { status, headers, body } = await ask(`/via/srca${path}`, undefined, method);
    expect(status).toBe(405);
    expect(body).toContain(`A pin takes only reads: send this to ${path}.`);
    const allow = headers[headers.indexOf('Allow') + 1]!.split(', ').filter((one) => one !== '');
    expect(allow.every((one) => READ.includes(one))).toBe(true);
  });
});
