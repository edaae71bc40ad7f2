// Tests answers with the figures of the day, such as downloads. An answer lacks figures only while the
// search index can't be read.
import { expect, inject, test } from 'vitest';
import { figured } from '../../../../functions/models/model-file.ts';
import type { Ports, Tree } from '../../../../functions/ports/ports.ts';
import { infoWithFigures } from '../../../../src/model/model-figures.ts';
import { routes } from '../../../../src/table/routes.ts';
import { openInMemory } from '../../../fixtures/hub.ts';
import { treeOver } from '../../../fixtures/tree-over.ts';

const ports = { compress: {} } as Ports;
const row = routes.model;
const paramsOf = () => ({ owner: 'acme', name: 'tiny-bert' });

async function downloads(tree: Tree, params = paramsOf()): Promise<unknown> {
  const file = await figured({ ports, row, tree, params }, infoWithFigures);
  return JSON.parse(Buffer.from((await file!.body()) as Uint8Array).toString()).downloads;
}

test.each([
  ['throws', () => JSON.parse('damaged')],
  ['rejects', () => Promise.reject(new Error('away'))],
])('with an index that %s, the answer has no figures until the index can be read', async (_, search) => {
  const whole = openInMemory(inject('fixture').dist);
  expect(await downloads(whole)).toBeTypeOf('number');
  let isDamaged = true;
  const tree = treeOver(whole, { search: () => (isDamaged ? search() : whole.search()) });
  const params = paramsOf();
  expect(await downloads(tree, params)).toBeUndefined();
  isDamaged = false;
  expect(await downloads(tree, params)).toBe(await downloads(whole));
});
