// Tests that a refusal has one sentence, one status, and the form that the clients of each dialect expect.
import { expect, test } from 'vitest';
import { refuseOci } from '../../../src/dialects/oci/registry/refusals.ts';
import { shapeRefusal } from '../../../src/dialects/refusal-shape.ts';
import { refuse } from '../../../src/table/refusals.ts';
import type { Dialect } from '../../../src/table/route.ts';

const error = 'The body is larger than 9 bytes: send less at a time.';
const refusal = refuse('TooLarge', { limit: 9 }, ['Retry-After', '5']);
const coded = ['Cache-Control', 'no-store', 'X-Error-Code', 'TooLarge', 'X-Error-Message', error, 'Retry-After', '5'];
const utf8 = 'application/json; charset=utf-8';

test.each<[Dialect, string, string, string, readonly string[]]>([
  ['hub', 'HubError', utf8, `{"error":"${error}"}`, coded],
  ['page', 'HubError', utf8, `{"error":"${error}"}`, coded],
  ['objects', 'ApiError', utf8, `{"code":"TooLarge","message":"${error}"}`, coded],
  ['plain', 'text', 'text/plain; charset=utf-8', `${error}\n`, coded],
  ['account', 'AccountError', utf8, `{"error":"${error}"}`, ['Cache-Control', 'no-store', 'Retry-After', '5']],
  [
    'mcp',
    'JsonRpcResponse',
    'application/json',
    `{"jsonrpc":"2.0","id":null,"error":{"code":-32000,"message":"${error}"}}`,
    coded,
  ],
  [
    'oci',
    'OciError',
    'application/json',
    `{"errors":[{"code":"UNSUPPORTED","message":"${error}"}]}`,
    [
      ...['Docker-Distribution-Api-Version', 'registry/2.0', 'Cache-Control', 'no-store'],
      ...['Retry-After', '5', 'X-Error-Code', 'TooLarge'],
    ],
  ],
])('in the form of %s', (dialect, shape, type, body, headers) => {
  expect(shapeRefusal(refusal, dialect)).toEqual({ status: 413, shape, type, body, headers });
});

test('a refusal of the object routes is plain text', () => {
  expect(shapeRefusal(refuse('BadAddress', undefined), 'objects').shape).toBe('text');
});

test('a refused push to the registry gets an error of the registry as plain text', () => {
  const { status, type, body, headers } = shapeRefusal(refuseOci('TokenNeeded', undefined), 'oci');
  expect([status, type]).toEqual([401, 'text/plain; charset=utf-8']);
  expect(body.endsWith('}\n')).toBe(true);
  expect(JSON.parse(body)).toMatchObject({ errors: [{ code: 'UNAUTHORIZED' }] });
  expect(headers.slice(-2)).toEqual(['WWW-Authenticate', 'Basic realm="hub"']);
});
