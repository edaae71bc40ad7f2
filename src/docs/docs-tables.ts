// Writes the table of MCP tools for the documentation.

import { own } from '../basics/records.ts';
import { markdownTable } from '../basics/shown-text.ts';
import { settingsTable } from '../service/settings.ts';
import { EXAMPLE_BASE } from '../site/docs-page.ts';
import { staticTable } from '../static/static-table.ts';
import { LIST_TOKENS, toolNames, toolWords } from '../tools/tools.ts';
import { commandOptions, commandsTable } from './commands/commands.ts';
import { packagesTable } from './packages.ts';

function toolsTable(): string {
  const rows = toolNames.map((name) => {
    const { gives, tokens } = toolWords[name].docs;
    return [code(name), takes(name), gives, tokens.toLocaleString('en')];
  });
  const list = ['`tools/list`', '', 'the tools, with schemas for input and output', LIST_TOKENS.toLocaleString('en')];
  return markdownTable(['Tool', 'Takes', 'Gives', 'Tokens, at most about'], [...rows, list]);
}

/** Lists the arguments of a tool, those that are required first. */
function takes(name: (typeof toolNames)[number]): string {
  const { inputSchema, docs } = toolWords[name];
  const { properties, required } = inputSchema;
  const needed = required.map(code).join(', ');
  const others = Object.keys(properties).filter((key) => !required.includes(key));
  const optional = others.map(code).join(', ');
  const perhaps = optional && (needed ? `perhaps ${optional}` : `${optional}: all optional`);
  return [needed, perhaps, docs.takes].filter((part) => part).join(', ');
}

const code = (name: string) => `\`${name}\``;

const TABLES: Readonly<Record<string, () => string>> = {
  'commands table': commandsTable,
  'command options': commandOptions,
  'packages table': packagesTable,
  'settings table': settingsTable,
  'static table': staticTable,
  'agents list': agentsList,
  'tools table': toolsTable,
};

const NAMED = /^\{\{([^{}]+)\}\}$/;

/**
 * Gives the table that a line of a page names, as Markdown. Undefined for a line that names none; throws for an unknown
 * table.
 */
export function tableAt(line: string): string | undefined {
  const [, name] = NAMED.exec(line.trim()) ?? [];
  if (name === undefined) return undefined;
  const table = own(TABLES, name);
  if (!table) throw new Error(`a page of content/docs names {{${name}}}, which is no table`);
  return table();
}

/** Gives a page's Markdown with its tables filled in. */
export function withTables(text: string): string {
  return text
    .split('\n')
    .map((line) => tableAt(line) ?? line)
    .join('\n');
}

/** Lists the configurations of common agents as Markdown, each below the name of its agent. */
function agentsList(): string {
  return agentConfigurations(`${EXAMPLE_BASE}/mcp`)
    .map(({ label, block }) => `${label}:\n\n\`\`\`${languageOf(block)}\n${block}\n\`\`\``)
    .join('\n\n');
}

function languageOf(block: string): string {
  if (block.startsWith('{')) return 'json';
  return block.startsWith('[') ? 'toml' : 'sh';
}

/** Writes the configuration that adds the MCP server at `url`, for each of several common agents. */
function agentConfigurations(url: string): { label: string; block: string }[] {
  const json = (value: object) => JSON.stringify(value, null, 2);
  return [
    {
      label: 'Claude Code, in a terminal',
      block: `claude mcp add --transport http model-hub ${url}`,
    },
    {
      label: 'Cursor (.cursor/mcp.json), Windsurf and others',
      block: json({ mcpServers: { 'model-hub': { url } } }),
    },
    {
      label: 'VS Code (.vscode/mcp.json)',
      block: json({ servers: { 'model-hub': { type: 'http', url } } }),
    },
    { label: 'Codex (~/.codex/config.toml)', block: `[mcp_servers.model-hub]\nurl = "${url}"` },
    {
      label: 'Gemini CLI (.gemini/settings.json)',
      block: json({ mcpServers: { 'model-hub': { httpUrl: url } } }),
    },
  ];
}
