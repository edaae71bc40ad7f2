// Tests the lines that `model-hub day` prints about its steps.
import { expect, test } from 'vitest';
import { stepLines } from '../../../../generator/daily/day-lines.ts';
import type { StepReport } from '../../../../generator/daily/run-day.ts';

test('the line of an export says how much was written', () => {
  const report = { step: 'export', to: '/srv/hub', files: 2, bytes: 3000, removed: 1, snapshot: '2026-11-20' };
  expect(stepLines({ ...report, seconds: 1.25 } as unknown as StepReport)).toEqual([
    'export:  /srv/hub got 2 files (3,000 bytes) and lost 1; it holds 2026-11-20. (1.3 s)',
  ]);
});
