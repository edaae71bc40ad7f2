// Tests the table of MCP tools in the documentation. It has a line for each tool, with the tool's arguments.
import { expect, test } from 'vitest';
import { withTables } from '../../../src/docs/docs-tables.ts';
import { tools } from '../../../src/tools/tools.ts';

const lines = withTables('{{tools table}}').split('\n').slice(2);

test.each(tools.map((tool, at) => [tool.name, tool, lines[at]!] as const))(
  '%s has a line with its arguments',
  (name, { inputSchema }, line) => {
    expect(line.startsWith(`| \`${name}\` | `)).toBe(true);
    for (const argument of Object.keys(inputSchema.properties)) expect(line).toContain(`\`${argument}\``);
    // Required arguments come before optional ones.
    const perhaps = line.search(/, perhaps |: all optional/);
    for (const argument of inputSchema.required)
      expect(line.indexOf(`\`${argument}\``)).toBeLessThan(perhaps < 0 ? line.length : perhaps);
  },
);

test('the method tools/list comes last', () => expect(lines.at(-1)).toMatch(/^\| `tools\/list` \|/));
