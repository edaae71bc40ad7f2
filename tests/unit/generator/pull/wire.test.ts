// Tests silent answers, tokens and the choice of files.
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, onTestFinished, test } from 'vitest';
import { hostTokens, tokenFor } from '../../../../generator/pull/environment.ts';
import { wantedFiles } from '../../../../generator/pull/plan.ts';
import { WireClient } from '../../../../generator/pull/wire-client.ts';
import { serverOfTest } from '../../../fixtures/server-of-test.ts';

test('an answer ends that brings nothing, but not because its reader pauses', async () => {
  const base = await serverOfTest(({ url }, response) => {
    response.write(Buffer.alloc(2 ** 20));
    if (url === '/whole') response.end();
  });
  const client = new WireClient({ tokens: new Map(), userAgent: 'test' });
  onTestFinished(() => client.close());
  const lengthOf = async (path: string) => {
    let length = 0;
    for await (const piece of await client.ask(base + path, { silence: 100, isPlanned: true })) {
      if (length === 0) await sleep(400);
      length += piece.length;
    }
    return length;
  };
  expect(await lengthOf('/whole')).toBe(2 ** 20);
  await expect(lengthOf('/part')).rejects.toThrow('sends nothing');
});

describe('tokens', () => {
  test('belong to a host, and are sent only over https or on this machine', () => {
    const tokens = hostTokens('files.example=abc, b.example:8443=d=e');
    const given = (url: string) => tokenFor(tokens, new URL(url));
    expect(given('https://files.example/x')).toBe('abc');
    expect(given('https://b.example:8443/x')).toBe('d=e');
    for (const url of [
      'http://files.example/x',
      'https://files.example:444/',
      'https://b.example/',
      'https://x.files.example/',
    ])
      expect(given(url)).toBeUndefined();
  });

  test('without a host are refused, and the error does not repeat them', () => {
    const refused = () => hostTokens('very-secret');
    expect(refused).toThrow('must list tokens by host');
    expect(refused).not.toThrow('very-secret');
  });
});

describe('the choice of files', () => {
  const paths = [
    'README.md',
    'config.json',
    'm-Q4_K_M.gguf',
    'm-Q8_0.gguf',
    'onnx/a.onnx',
    'onnx/b.json',
    'we[i]rd*.txt',
  ];
  const files = paths.map((path) => ({ path }));
  const wanted = (wishes: Partial<Parameters<typeof wantedFiles>[1]>) =>
    wantedFiles(files, { names: [], include: [], exclude: [], ...wishes }, () => {}).map(({ path }) => path);

  test.each([
    [{ names: ['config.json'] }, ['config.json']],
    [{ names: ['we[i]rd*.txt'] }, ['we[i]rd*.txt']],
    [{ quant: 'q8_0' }, ['README.md', 'config.json', 'm-Q8_0.gguf', 'onnx/b.json', 'we[i]rd*.txt']],
    [{ include: ['*.gguf'], exclude: ['*Q8*'] }, ['m-Q4_K_M.gguf']],
    [{ include: ['?-Q[48]_*.gguf'], exclude: ['*[!0].gguf'] }, ['m-Q8_0.gguf']],
  ])('by %j is right', (wishes, expected) => {
    expect(wanted(wishes)).toEqual(expected);
  });

  test('of a quantisation is its model with the projector, and never a draft model', () => {
    const ggufs = ['dflash-x-Q4_K_M.gguf', 'mmproj-BF16.gguf', 'mmproj-F16.gguf', 'x-Q4_K_M.gguf', 'x-it.gguf'].map(
      (path) => ({ path }),
    );
    const of = (quant: string) => wantedFiles(ggufs, { names: [], quant, include: [], exclude: [] }, () => {});
    expect(of('Q4_K_M').map(({ path }) => path)).toEqual(['mmproj-F16.gguf', 'x-Q4_K_M.gguf']);
    expect(of('x-it').map(({ path }) => path)).toEqual(['mmproj-F16.gguf', 'x-it.gguf']);
    expect(() => of('F16')).toThrow('The model has no F16; it has Q4_K_M, x-it.');
  });
});
