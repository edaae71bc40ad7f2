// Tests the check of answers against the API description. It must report each kind of fault.
import { beforeAll, describe, expect, inject, test } from 'vitest';
import { createMemoryHub } from '../../functions/hosts/memory/memory.ts';
import { treePath } from '../../src/table/route.ts';
import { routes } from '../../src/table/routes.ts';
import { baseUrl, openInMemory, origin, service, treeText } from '../fixtures/hub.ts';
import { type Describer, describer } from './described.ts';
import { type Asked, type Given, inMemory, type Player } from './players.ts';

let ask: Player;
let faultsOf: Describer;
beforeAll(() => {
  const { dist } = inject('fixture');
  const text = treeText(dist, treePath(routes.openapi, {}));
  faultsOf = describer(
    text,
    service.sources.map(({ token }) => token),
  );
  ask = inMemory(createMemoryHub(openInMemory(dist), { sources: service.sources, origin, baseUrl }));
});

const get = (target: string): Asked => ({ method: 'GET', target, headers: [], body: undefined });

/** Returns the faults of the answer to `target` after `change`. Fails if the unchanged answer has a fault. */
async function faults(target: string, change: (given: Given) => Partial<Given>): Promise<string[]> {
  const given = (await ask(get(target)))!;
  expect(faultsOf(get(target), given)).toEqual([]);
  return faultsOf(get(target), { ...given, ...change(given) });
}

const withBody = (change: (body: { [key: string]: unknown }[]) => void) => (given: Given) => {
  const body = JSON.parse(given.body.toString());
  change(body);
  return { body: Buffer.from(JSON.stringify(body)) };
};

describe('an answer is reported', () => {
  const model = '/api/models/acme/tiny-bert';

  test('when its status is not described', async () => {
    expect(await faults(model, () => ({ status: 418 }))).toEqual(['getModel does not say that it answers 418']);
  });

  test('when it has a header that is not described', async () => {
    expect(await faults(model, ({ headers }) => ({ headers: [...headers, ['x-new', '1']] }))).toEqual([
      'x-new is sent and not described',
    ]);
  });

  test('when it lacks a header that is promised', async () => {
    const without = ({ headers }: Given) => ({ headers: headers.filter(([name]) => name !== 'cache-control') });
    expect(await faults(model, without)).toEqual(['cache-control is promised and not sent']);
  });

  test('when a header has another value than described', async () => {
    const bare = ({ headers }: Given) => ({
      headers: headers.map(([name, value]): [string, string] => [name, name === 'etag' ? 'bare' : value]),
    });
    expect(await faults(model, bare)).toEqual([expect.stringMatching(/^etag .*pattern/)]);
  });

  test('when its type is not described', async () => {
    const asText = ({ headers }: Given) => ({
      headers: headers.map(([name, value]): [string, string] => [name, name === 'content-type' ? 'text/css' : value]),
    });
    expect(await faults(model, asText)).toEqual(['is of type text/css, which is not described']);
  });

  test('when its body lacks a member, or has a member that no schema names', async () => {
    const target = '/api/models?search=tiny-bert';
    expect(
      await faults(
        target,
        withBody(([row]) => void delete row!.sha),
      ),
    ).toEqual([expect.stringContaining('sha')]);
    const inner = withBody(([row]) => void Object.assign(row!.hub as object, { secret: 1 }));
    expect(await faults(target, inner)).not.toEqual([]);
  });

  test('when a hash is malformed', async () => {
    const shout = withBody((entries) => void Object.assign(entries[0]!, { oid: 'A'.repeat(64) }));
    expect(await faults(`${model}/tree/main`, shout)).not.toEqual([]);
  });

  test('when a refusal has a code that the operation does not name', async () => {
    const target = '/api/models/nobody/has-this';
    const other = ({ headers }: Given) => ({
      headers: headers.map(([name, value]): [string, string] => [name, name === 'x-error-code' ? 'BadBody' : value]),
    });
    expect(await faults(target, other)).toEqual([expect.stringMatching(/^x-error-code /)]);
  });

  test('when a redirect has a body', async () => {
    const target = '/acme/tiny-bert/resolve/main/config.json';
    expect(await faults(target, () => ({ body: Buffer.from('x') }))).toEqual(['has a body that is not described']);
  });

  test('when no operation describes it', () => {
    const given: Given = { status: 200, headers: [], body: Buffer.alloc(0) };
    expect(faultsOf(get('/nothing/of/the/kind'), given)).toEqual(['is answered and not described']);
  });
});
