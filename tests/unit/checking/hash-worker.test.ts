// Tests the worker that hashes: if its code does not load for one file, the worker tries again for the next.
import { createHash } from 'node:crypto';
import { expect, test, vi } from 'vitest';
import type { Report } from '../../../src/checking/hash-worker.ts';

vi.mock('hash-wasm', async (original) => {
  const real = await original<typeof import('hash-wasm')>();
  return { ...real, createSHA256: vi.fn(real.createSHA256).mockRejectedValueOnce(new Error('no memory')) };
});

test('a hash function that failed to start is started for the next file', async () => {
  const heard: Report[] = [];
  let listener: (event: { data: unknown }) => void = () => expect.unreachable('the worker listens to nobody');
  vi.stubGlobal('self', {
    addEventListener: (_: string, listen: typeof listener) => {
      listener = listen;
    },
    postMessage: (report: Report) => heard.push(report),
  });
  await import('../../../src/checking/hash-worker.ts');
  const file = new Blob(['abc']);
  listener({ data: { kind: 'hash', file, from: undefined } });
  await expect.poll(() => heard).toEqual([{ kind: 'fault', reason: 'no memory' }]);
  listener({ data: { kind: 'hash', file, from: undefined } });
  const sha256 = createHash('sha256').update('abc').digest('hex');
  await expect.poll(() => heard.at(-1)).toEqual({ kind: 'end', result: { sha256 } });
});
