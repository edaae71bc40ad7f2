/**
 * Tests the day on which a model was first indexed: an import sets it once, and keeps it whatever changes in the
 * model.
 */
import { beforeEach, expect, test } from 'vitest';
import { row, type Sandbox, sandbox } from './sandbox.ts';

let box: Sandbox;
beforeEach(() => {
  box = sandbox();
});

const [A, B] = ['alpha/one', 'beta/two'];
const [FIRST, SECOND, THIRD] = ['2026-01-01', '2026-01-02', '2026-01-03'];

test('a model has the day of its first import, and its lines stay the same while the model does', async () => {
  const first = await box.day([row(A), row(B)], FIRST);
  const second = await box.day([row(A), row(B, 'new')], SECOND);
  const third = await box.day([row(A), row(B, 'new')], THIRD);
  for (const { models } of [first, second, third]) {
    expect(models.get(A)).toEqual(first.models.get(A));
    expect([A, B].map((id) => models.get(id)!.row.hub.indexed)).toEqual([FIRST, FIRST]);
  }
  expect(first.models.get(A)!.entry).toMatchObject({ indexed: FIRST });
  expect(first.models.get(A)!.entry).not.toHaveProperty('days');
  for (const { models } of [second, third])
    expect(models.get(B)!.entry).toMatchObject({ indexed: FIRST, days: [SECOND, FIRST] });
});

test('the day stays if a model leaves the list, returns, or is spelled otherwise, but not if it was dropped', async () => {
  await box.day([row(A), row(B)], FIRST);
  const thin = await box.day([row(B.toUpperCase())], SECOND);
  const indexedOf = (day: typeof thin, id: string) => {
    const { entry, row: told } = day.models.get(id)!;
    // The row of a model that left the list has no more facts than in earlier versions (decision 0019).
    expect(told.hub.indexed).toBe(told.hub.listed === false ? undefined : entry.indexed);
    return entry.indexed;
  };
  expect([indexedOf(thin, A), indexedOf(thin, B.toUpperCase())]).toEqual([FIRST, FIRST]);
  const back = await box.day([row(A), row(B, '', { listed: false })], THIRD);
  expect([indexedOf(back, A), indexedOf(back, B)]).toEqual([FIRST, FIRST]);
  expect(back.models.get(B)!.entry.days).toEqual([THIRD, SECOND, FIRST]);
  await box.day([row(B)], '2026-01-04', { drop: [A] });
  expect(indexedOf(await box.day([row(A), row(B)], '2026-01-05'), A)).toBe('2026-01-05');
});
