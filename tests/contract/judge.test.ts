// Tests the messages for an answer that differs from its script.
import { expect, test } from 'vitest';
import { judge } from './judge.ts';
import type { Exchange } from './script.ts';

const exchange = (kind: '= json' | '~ json', text: string): Exchange => ({
  ...{ line: 7, method: 'GET', target: '/x', headers: [], body: undefined, health: {}, captures: [] },
  ...{ status: 200, expected: [], bodies: [{ kind, text }] },
});
const given = (body: unknown) => ({ status: 200, headers: [], body: Buffer.from(JSON.stringify(body)) });
const complaint = (wanted: unknown, got: unknown) => {
  try {
    judge(exchange('~ json', JSON.stringify(wanted)), given(got), (name) => name);
  } catch (error) {
    return (error as Error).message;
  }
  return undefined;
};

test('a different part of JSON is named by its path, with the expected and the received value', () => {
  expect(complaint({ tools: [{ name: 'a' }] }, { tools: [{ name: 'b' }] })).toBe(
    'line 7: GET /x: body.tools.0.name: expected "a", received "b"',
  );
  expect(complaint({ a: '~^x' }, { a: 1 })).toBe('line 7: GET /x: body.a: expected "~^x", received 1');
  expect(complaint({ a: '(absent)' }, { a: 1 })).toBe('line 7: GET /x: body.a: expected nothing, received 1');
  expect(complaint({ a: 1 }, {})).toBe('line 7: GET /x: body.a: expected 1, received nothing');
});

test('a list of another length is reported in a readable line', () => {
  const long = Array.from({ length: 200 }, (_, at) => `tool ${at}`);
  const said = complaint({ tools: long.slice(1) }, { tools: long })!;
  expect(said).toMatch(
    /^line 7: GET \/x: body\.tools: expected 199 entries \["tool 1",.*…, received 200 entries \["tool 0",.*…$/,
  );
  expect(said.length).toBeLessThan(600);
});

test('an answer that matches its script gives no message', () => {
  expect(complaint({ a: [1, '...'], b: '~^x' }, { a: [1, 2], b: 'xy', c: 3 })).toBeUndefined();
});
