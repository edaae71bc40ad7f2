// Mirrors a served hub with the command `mirror`.

import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { refusalAnswer } from '../../../../functions/answers/refusal-answer.ts';
import { readPointer } from '../../../../generator/days/pointer.ts';
import type { Address } from '../../../../src/nouns/address.ts';
import { type Refusal, refuse } from '../../../../src/table/refusals.ts';
import type { Places } from '../../../fixtures/hub.ts';
import { type ObjectHub, startObjectHub } from '../objects/object-hub.ts';

const bin = join(import.meta.dirname, '../../../../generator/bin.mjs');
const folder = mkdtempSync(join(tmpdir(), 'model-hub-mirrored-'));
const places = inject('fixture');
let hub: ObjectHub;

beforeAll(async () => {
  hub = await startObjectHub(places.dist);
});
afterAll(() => {
  hub.close();
  rmSync(folder, { recursive: true, force: true });
});

const here = { data: join(folder, 'here/data'), dist: join(folder, 'here/dist') };

/** Returns the path of the newest day's catalog. */
function catalogIn(data: string): string {
  const { catalog } = readPointer(data)!;
  return join(data, 'objects', catalog.slice(7, 9), catalog.slice(9));
}

const run = (...args: string[]) => runAt(here, ...args);

function runAt({ data, dist }: Places, ...args: string[]): Promise<{ code: number; out: string; err: string }> {
  const env = { ...process.env, HUB_DATA: data, HUB_DIST: dist };
  return new Promise((resolve) =>
    execFile(process.execPath, [bin, ...args], { env }, (error, out, err) =>
      resolve({ code: error ? Number(error.code) : 0, out, err }),
    ),
  );
}

test('every day is copied completely', async () => {
  const { code, out, err } = await run('mirror', hub.url, '--json');
  expect([code, err]).toEqual([0, '']);
  const { mirrored } = JSON.parse(out) as { mirrored: { snapshot: string; changed: boolean; days: number } };
  expect(mirrored).toMatchObject({ changed: true, days: 2 });
  expect(readPointer(here.data)).toEqual(readPointer(places.data));
  expect(await run('archive', 'verify')).toMatchObject({ code: 0, out: expect.stringContaining('is whole') as string });
  expect(await run('mirror', hub.url)).toMatchObject({ code: 0, out: expect.stringContaining('Up to date') as string });
});

test('a withdrawn model whose objects the other hub lacks is left out, and the report names it', async () => {
  const fresh = { data: join(folder, 'fresh/data'), dist: join(folder, 'fresh/dist') };
  const at = catalogIn(places.data);
  const { models } = JSON.parse(readFileSync(at, 'utf8')) as { models: Record<string, { model: Address }> };
  const id = 'acme/tiny-bert';
  const address = models[id]!.model;
  let refusal: Refusal | undefined;
  hub.trouble.answer = ({ target }) => {
    if (target.endsWith(address)) return refusalAnswer(refuse('ObjectNotFound', { address }), 'objects');
    return refusal && target === `/api/models/${id}` ? refusalAnswer(refusal, 'hub') : undefined;
  };
  const refused = await runAt(fresh, 'mirror', hub.url);
  expect([refused.code, refused.err]).toEqual([1, expect.stringContaining(`names for ${id}, and has not withdrawn`)]);
  refusal = refuse('Withdrawn', { id, day: '2026-11-20', reason: 'une décision de justice' });
  const { code, out, err } = await runAt(fresh, 'mirror', hub.url);
  expect([code, out]).toEqual([0, expect.stringContaining(`  "${id}" was withdrawn on 2026-11-20: une décision de`)]);
  expect(err).not.toContain('has no object');
  expect(await runAt(fresh, 'archive', 'verify')).toMatchObject({ code: 0 });
  hub.trouble.answer = undefined;
});
