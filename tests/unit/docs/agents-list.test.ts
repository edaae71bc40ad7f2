// Tests that the documentation and the page of a model show the same configuration for each agent.
import { expect, test } from 'vitest';
import { withTables } from '../../../src/docs/docs-tables.ts';
import { agentConfigurations } from '../../../src/get-it/agent-ways.ts';

test('every configuration has its own block, below the name of its program', () => {
  const page = withTables('before\n\n{{agents list}}\n\nafter');
  const told = Array.from(page.matchAll(/^(.+):\n\n```(\w+)\n([^`]+)\n```$/gm), (found) => found.slice(1));
  const configurations = agentConfigurations('https://hub.example/mcp');
  expect(told.map(([label, , block]) => [label, block])).toEqual(
    configurations.map(({ label, block }) => [label, block]),
  );
  for (const [, language, block] of told) if (language === 'json') expect(() => JSON.parse(block!)).not.toThrow();
});
