// Tests that every POST to /mcp gets an answer in JSON-RPC, and none is an internal error.
import fc from 'fast-check';
import { beforeAll, expect, inject, test } from 'vitest';
import { createMemoryHub } from '../../functions/hosts/memory/memory.ts';
import type { Hub } from '../../functions/hub/hub.ts';
import { baseUrl, openInMemory, origin, service } from '../fixtures/hub.ts';
import { hostileMessage } from './hostile-messages.ts';

let hub: Hub;
const faults: unknown[] = [];
beforeAll(() => {
  const ports = { sources: service.sources, origin, baseUrl, onFault: (error: unknown) => void faults.push(error) };
  hub = createMemoryHub(openInMemory(inject('fixture').dist), ports);
});

test('a message, or something similar to one, gets an answer in JSON-RPC', async () => {
  const seen = new Set<number>();
  await fc.assert(
    fc.asyncProperty(hostileMessage, async ({ value, headers }) => {
      const all: Record<string, string | undefined> = { 'content-type': 'application/json', ...headers };
      const answer = await hub({
        method: 'POST',
        target: '/mcp',
        header: (name) => all[name],
        authorization: () => undefined,
        body: async () => new TextEncoder().encode(JSON.stringify(value)),
      });
      seen.add(answer.status);
      expect([200, 202, 400, 404]).toContain(answer.status);
      expect(faults).toEqual([]);
      const answers = answer.body === undefined ? [] : [JSON.parse(answer.body as string)].flat();
      expect(answers.length === 0).toBe(answer.status === 202);
      for (const one of answers) {
        expect(one).toMatchObject({ jsonrpc: '2.0' });
        expect('result' in one).not.toBe('error' in one);
        if ('error' in one) expect(one.error).toMatchObject({ code: expect.any(Number), message: expect.any(String) });
        // The error must be a sentence of the hub, not a schema library's list of types.
        if ('error' in one) expect(one.error.message).not.toContain('invalid_type');
      }
    }),
    { numRuns: 1500 },
  );
  expect([...seen].sort()).toEqual([200, 202, 400, 404]);
});

test('a body of any bytes gets an answer in JSON-RPC', async () => {
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 200 }), async (bytes) => {
      const header = (name: string) => (name === 'content-type' ? 'application/json' : undefined);
      const answer = await hub({
        method: 'POST',
        target: '/mcp',
        header,
        authorization: () => undefined,
        body: async () => bytes,
      });
      expect([200, 202, 400]).toContain(answer.status);
    }),
    { numRuns: 300 },
  );
  expect(faults).toEqual([]);
});
