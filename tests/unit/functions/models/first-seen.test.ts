import { expect, test } from 'vitest';
import { firstSeen } from '../../../../functions/models/hashes.ts';
import type { Tree } from '../../../../functions/ports/ports.ts';
import type { PastRevision } from '../../../../src/model-page/page-history.ts';
import { DETAILS, modelKey, objectPath } from '../../../../src/tree/static-tree.ts';

const id = 'acme/tiny-bert';
const mine = 'a'.repeat(64);
const address = (at: number) => `blake3:${String(at).padStart(64, '0')}` as const;

/** Makes a tree with a model whose revisions, newest first, have the file `mine` if `held` is true for them. */
function tree(held: readonly boolean[], facts: Partial<PastRevision>[] = []): Tree {
  const history = held.map((_, at) => ({ object: address(at), day: `2026-11-${20 - at}`, files: 3, ...facts[at] }));
  const texts = new Map([[`${modelKey(id)}/${DETAILS}`, JSON.stringify({ history })]]);
  for (const [at, has] of held.entries())
    texts.set(objectPath('model', address(at)), JSON.stringify({ files: [{ sha256: has ? mine : 'b'.repeat(64) }] }));
  return { text: (path: string) => texts.get(path) } as Tree;
}

test.each([
  ['the revision before had another', [true, false, true], '2026-11-20'],
  ['it came two revisions ago', [true, true, false], '2026-11-19'],
  ['it was always there', [true, true, true], '2026-11-18'],
  ['it was there as far back as is remembered', Array<boolean>(10).fill(true), undefined],
])('%s', async (_, held, day) => expect(await firstSeen(tree(held), id, mine)).toBe(day));

test('the day is unknown if a revision is too large to read, or has no day', async () => {
  expect(await firstSeen(tree([true, true], [{}, { files: 20_001 }]), id, mine)).toBeUndefined();
  expect(await firstSeen(tree([true, false], [{ day: undefined } as never]), id, mine)).toBeUndefined();
});

test('the only revision of a model has its files since the model was indexed', async () => {
  const row = (hub: object) => ({ rowOf: () => new TextEncoder().encode(JSON.stringify({ id, hub })) });
  const of = (hub: object) => ({ text: () => undefined, search: () => row(hub) }) as unknown as Tree;
  expect(await firstSeen(of({ indexed: '2026-11-01' }), id, mine)).toBe('2026-11-01');
  expect(await firstSeen(of({}), id, mine)).toBeUndefined();
});
