// Tests the check of answers against the API description. It must report each kind of fault.
import { beforeAll, expect, inject, test } from 'vitest';
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

const withBody = (change: (body: { [key: string]: unknown }[]) => void) => (given: Given) => {
  const body = JSON.parse(given.body.toString());
  change(body);
  return { body: Buffer.from(JSON.stringify(body)) };
};
const withHeader =
  (header: string, text: string) =>
  ({ headers }: Given) => ({
    headers: headers.map(([name, value]): [string, string] => [name, name === header ? text : value]),
  });

const model = '/api/models/acme/tiny-bert';
const rows = '/api/models?search=tiny-bert';

test.each<[why: string, target: string, change: (given: Given) => Partial<Given>, fault: RegExp]>([
  ['its status is not described', model, () => ({ status: 204 }), /^getModel does not say that it answers 204$/],
  [
    'it has a header that is not described',
    model,
    ({ headers }) => ({ headers: [...headers, ['x-new', '1']] }),
    /^x-new is sent and not described$/,
  ],
  ['its type is not described', model, withHeader('content-type', 'text/css'), /^is of type text\/css, which is not/],
  ['its body lacks a member', rows, withBody(([row]) => void delete row!.sha), /sha/],
  [
    'its body has a member that no schema names',
    rows,
    withBody(([row]) => void Object.assign(row!.hub as object, { secret: 1 })),
    /./,
  ],
  [
    'a redirect has a body',
    '/acme/tiny-bert/resolve/main/config.json',
    () => ({ body: Buffer.from('x') }),
    /^has a body that is not described$/,
  ],
])('an answer is reported when %s', async (_, target, change, fault) => {
  const given = (await ask(get(target)))!;
  expect(faultsOf(get(target), given)).toEqual([]);
  const faults = faultsOf(get(target), { ...given, ...change(given) });
  expect(faults.length).toBeGreaterThan(0);
  expect(faults[0]).toMatch(fault);
});
