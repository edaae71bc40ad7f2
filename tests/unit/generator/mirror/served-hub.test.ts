// Mirrors a served hub with the command `mirror`.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { refusalAnswer } from '../../../../functions/answers/refusal-answer.ts';
import { readPointer } from '../../../../generator/days/pointer.ts';
import type { Address } from '../../../../src/nouns/address.ts';
import { type Refusal, refuse } from '../../../../src/table/refusals.ts';
import { hubCommand } from '../../../faults/hub-command.ts';
import { folderOfFile } from '../../../fixtures/own-folder.ts';
import { type ObjectHub, startObjectHub } from '../objects/object-hub.ts';

const folder = folderOfFile();
const places = inject('fixture');
let hub: ObjectHub;

beforeAll(async () => {
  hub = await startObjectHub(folder);
});
afterAll(() => hub.close());

/** Runs a command of the hub in the folder `name`. */
const run = (name: string, ...words: string[]) =>
  hubCommand(words, { HUB_DATA: join(folder, name), HUB_DIST: join(folder, `${name}-dist`) });

test('every day is copied completely', async () => {
  const { code, out, err } = await run('here', 'mirror', hub.base, '--json');
  expect([code, err]).toEqual([0, '']);
  const { mirrored } = JSON.parse(out) as { mirrored: { snapshot: string; changed: boolean; days: number } };
  expect(mirrored).toMatchObject({ changed: true, days: 2 });
  expect(readPointer(join(folder, 'here'))).toEqual(readPointer(places.data));
  expect(await run('here', 'archive', 'verify')).toMatchObject({ code: 0, out: expect.stringContaining('is whole') });
  expect(await run('here', 'mirror', hub.base)).toMatchObject({ code: 0, out: expect.stringContaining('Up to date') });
});

test('a withdrawn model whose objects the other hub lacks is left out, and the report names it', async () => {
  const { catalog } = readPointer(places.data)!;
  const at = join(places.data, 'objects', catalog.slice(7, 9), catalog.slice(9));
  const { models } = JSON.parse(readFileSync(at, 'utf8')) as { models: Record<string, { model: Address }> };
  const id = 'acme/tiny-bert';
  const address = models[id]!.model;
  let refusal: Refusal | undefined;
  hub.trouble.answer = ({ target }) => {
    if (target.endsWith(address)) return refusalAnswer(refuse('ObjectNotFound', { address }), 'objects');
    return refusal && target === `/api/models/${id}` ? refusalAnswer(refusal, 'hub') : undefined;
  };
  const refused = await run('fresh', 'mirror', hub.base);
  expect([refused.code, refused.err]).toEqual([1, expect.stringContaining(`names for ${id}, and has not withdrawn`)]);
  refusal = refuse('Withdrawn', { id, day: '2026-11-20', reason: 'une décision de justice' });
  const { code, out, err } = await run('fresh', 'mirror', hub.base);
  expect([code, out]).toEqual([0, expect.stringContaining(`  "${id}" was withdrawn on 2026-11-20: une décision de`)]);
  expect(err).not.toContain('has no object');
  expect(await run('fresh', 'archive', 'verify')).toMatchObject({ code: 0 });
  hub.trouble.answer = undefined;
});
