// Tests that every skipped test has a reason: `needs(…)` says what the machine lacks.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

test('no test is skipped without a reason', () => {
  const files = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.ts'),
  );
  const silent = files.filter((file) =>
    /\b(describe|test)(\.each)?\.(skip|skipIf|runIf)\(/.test(readFileSync(join(import.meta.dirname, file), 'utf8')),
  );
  expect(silent).toEqual([]);
});
