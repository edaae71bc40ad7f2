// Tests that a source whose bytes never stop, but hardly come, keeps no file from a source that could send it.
import { expect, test } from 'vitest';
import { type Faults, madeFile, planned, sourcesOf } from './faulty-source.ts';
import { pullPlace } from './pull-place.ts';

const files = [
  madeFile('tiny.json', 17),
  madeFile('config.json', 300 * 2 ** 10),
  madeFile('model.safetensors', 6 * 2 ** 20),
];
const wrong: Faults = { wrong: [0, 1] };
const trickle: Faults = { rate: 5 };
const busy = (): Faults => ({ status: { code: 429, times: 6, headers: { 'Retry-After': '1' } } });

test.each<[string, Faults[]]>([
  ['wrong bytes, a trickle, and a source that is busy at first', [wrong, trickle, busy()]],
  ['a trickle, wrong bytes, and a source that is busy at first', [trickle, wrong, busy()]],
  ['wrong bytes, a trickle, and whole files only', [wrong, trickle, { ignoresRanges: true }]],
  ['a trickle, and whole files only', [trickle, { ignoresRanges: true }]],
  ['wrong bytes, a silent source, and one without faults', [wrong, { stalls: true }, { beginsAfter: 100 }]],
])('all files come from these sources: %s', async (_what, faults) => {
  const place = pullPlace();
  const from = await sourcesOf(files, ...faults);
  const summary = await place.pull(files.map((file) => planned(file, from)));
  expect(summary).toMatchObject({ ok: true, failed: [] });
  place.expectRight(...files);
});

test.each([400, 403, 416])('a source that answers ranges with %i is asked for whole files', async (refusesRanges) => {
  const place = pullPlace();
  const from = await sourcesOf(files, wrong, { refusesRanges });
  const summary = await place.pull(files.map((file) => planned(file, from)));
  expect(summary).toMatchObject({ ok: true, failed: [] });
  place.expectRight(...files);
});
