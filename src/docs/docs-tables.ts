// Writes the tables of the documentation that the code knows: paths, errors, commands, settings, MCP tools.

import { own } from '../basics/records.ts';
import { markdownTable } from '../basics/shown-text.ts';
import { settingsTable } from '../service/settings.ts';
import { EXAMPLE_BASE } from '../site/docs-page.ts';
import { staticTable } from '../static/static-table.ts';
import { refusals } from '../table/refusals.ts';
import { href } from '../table/route.ts';
import { routes } from '../table/routes.ts';
import { LIST_TOKENS, toolNames, toolWords } from '../tools/tools.ts';
import { commandOptions, commandsTable } from './commands/commands.ts';

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
  return [needed, optional && `perhaps ${optional}`, docs.takes].filter(Boolean).join(', ');
}

const code = (name: string) => `\`${name}\``;

/** Lists every path with the words of the API description. */
const pathsTable = () =>
  markdownTable(
    ['Path', 'Is'],
    Object.values(routes).map(({ pattern, summary }) => [code(pattern), summary]),
  );

const TABLES: Readonly<Record<string, () => string>> = {
  'commands table': commandsTable,
  'command options': commandOptions,
  'errors table': () =>
    markdownTable(
      ['Code', 'Status', 'When'],
      Object.entries(refusals).map(([name, { status, when }]) => [code(name), String(status), when]),
    ),
  'paths table': pathsTable,
  'settings table': settingsTable,
  'static table': staticTable,
  'agents list': agentsList,
  'tools table': toolsTable,
};

/**
 * Gives the table that a line of a page names, as Markdown. Undefined for a line that names none; throws for an unknown
 * table.
 */
export function tableAt(line: string): string | undefined {
  const [, name] = /^\{\{([^{}]+)\}\}$/.exec(line.trim()) ?? [];
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
  const url = EXAMPLE_BASE + href(routes.mcp);
  const json = (value: object) => `json\n${JSON.stringify(value, null, 2)}`;
  return [
    ['Claude Code, in a terminal', `sh\nclaude mcp add --transport http model-hub ${url}`],
    ['Cursor (.cursor/mcp.json), Windsurf and others', json({ mcpServers: { 'model-hub': { url } } })],
    ['VS Code (.vscode/mcp.json)', json({ servers: { 'model-hub': { type: 'http', url } } })],
    ['Codex (~/.codex/config.toml)', `toml\n[mcp_servers.model-hub]\nurl = "${url}"`],
    ['Gemini CLI (.gemini/settings.json)', json({ mcpServers: { 'model-hub': { httpUrl: url } } })],
  ]
    .map(([label, block]) => `${label}:\n\n\`\`\`${block}\n\`\`\``)
    .join('\n\n');
}
