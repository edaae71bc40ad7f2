// Tests where Enter leads after a file's name or hash was typed: to the model with the file, but only if no other model
// has the file.
import { afterEach, expect, test, vi } from 'vitest';
import { findAsked } from '../../../src/components/find/find-asked.ts';
import { findPlaces } from '../../../src/components/find/find-places.ts';
import { readAsked } from '../../../src/components/questions/asked.ts';
import { hashShard } from '../../../src/nouns/sha256.ts';
import type { ModelRow } from '../../../src/shapes/models.ts';

const HASH = 'a1'.repeat(32);

afterEach(() => vi.unstubAllGlobals());

/** Returns the number of suggestions for `text` if these models have the same file, and where Enter leads. */
async function found(text: string, ids: string[]) {
  const rows = ids.flatMap((id) => ['one.gguf', 'copy/one.gguf'].map((path) => [HASH, id, 'f'.repeat(40), path]));
  vi.stubGlobal('fetch', async (path: string) =>
    Response.json(path.includes(hashShard(HASH)) ? rows : { siblings: [{ rfilename: 'one.gguf' }] }),
  );
  const models = async () => ids.map((id) => ({ id }) as ModelRow);
  const all = await findAsked(readAsked(text)!, findPlaces(false), models, AbortSignal.timeout(10_000));
  return { count: all.length, leads: all.find(({ isMeant }) => isMeant)?.href };
}

test('the name of a file leads to a model only if no other model has such a file', async () => {
  expect(await found('one.gguf', ['acme/one'])).toEqual({ count: 1, leads: '/models/acme/one/#files' });
  expect(await found('one.gguf', ['acme/one', 'acme/two'])).toEqual({ count: 2, leads: undefined });
});

test('a hash leads to its own page if several models have it', async () => {
  expect(await found(HASH, ['acme/one'])).toEqual({ count: 3, leads: '/models/acme/one/#files' });
  expect(await found(HASH, ['acme/one', 'acme/two'])).toEqual({ count: 5, leads: `/hashes/${HASH}/` });
});
