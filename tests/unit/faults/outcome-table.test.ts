// The table of the docs: only the rows that ran change.
import { describe, expect, test } from 'vitest';
import { type RanFault, withRows } from '../../faults/outcome-table.ts';

const first = { day: '2026-11-22', machine: '2 cores, 8 GiB' };
const later = { day: '2026-12-01', machine: '4 cores, 16 GiB' };
const ran = (name: string, figures: string, held = true): RanFault => ({
  ...{ name, promise: `${name} holds.`, held, figures, seconds: 12.4 },
});
const page = 'before\n\n';
const row = (name: string, figures: string, where: string, held = 'yes') =>
  `| ${name} | ${name} holds. | ${held} | ${figures} | ${where}, 12 s |`;
const HEAD = '| Scenario | What must hold | Held | What was seen | Measured |\n| --- | --- | --- | --- | --- |';

describe('rows', () => {
  const two = withRows(page, [ran('kills', '9 kills'), ran('spent files', '3 files')], first);

  test('begin a table when the file has none', () => {
    const where = '2026-11-22, 2 cores, 8 GiB';
    expect(two).toBe(`before\n\n${HEAD}\n${row('kills', '9 kills', where)}\n${row('spent files', '3 files', where)}\n`);
  });

  test('take the place of the row with the same name, and leave all else as it was', () => {
    const text = withRows(`${two}\nafter | all\n`, [ran('kills', '7 kills', false), ran('log', 'a|b\nc')], later);
    expect(text).toBe(
      [
        `before\n\n${HEAD}`,
        row('kills', '7 kills', '2026-12-01, 4 cores, 16 GiB', 'NO'),
        row('spent files', '3 files', '2026-11-22, 2 cores, 8 GiB'),
        row('log', 'a\\|b c', '2026-12-01, 4 cores, 16 GiB'),
        '\nafter | all\n',
      ].join('\n'),
    );
    expect(withRows(text, [], first)).toBe(text);
    expect(withRows(text, [ran('log', 'a|b\nc')], later)).toBe(text);
  });

  test('with a bar in the name are found again', () => {
    const once = withRows('', [ran('a|b', '1')], first);
    expect(withRows(once, [ran('a|b', '2')], first).split('\n')).toHaveLength(4);
  });
});
