// Tests the table of tools in the documentation: a line for each tool, with its arguments.
import { expect, test } from 'vitest';
import { withTables } from '../../../src/docs/docs-tables.ts';
import { tools } from '../../../src/tools/tools.ts';

const lines = withTables('{{tools table}}').split('\n').slice(2);

test.each(tools.map((tool, at) => [tool.name, tool, lines[at]!] as const))('%s', (name, { inputSchema }, line) => {
  expect(line.startsWith(`| \`${name}\` | `)).toBe(true);
  for (const argument of Object.keys(inputSchema.properties)) expect(line).toContain(`\`${argument}\``);
  // Required arguments come before optional ones.
  const perhaps = line.search(/, perhaps |: all optional/);
  for (const argument of inputSchema.required)
    expect(line.indexOf(`\`${argument}\``)).toBeLessThan(perhaps < 0 ? line.length : perhaps);
});

test('the list itself comes last', () => expect(lines.at(-1)).toMatch(/^\| `tools\/list` \|/));
