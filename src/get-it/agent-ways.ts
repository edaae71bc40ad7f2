// Writes how agents use the hub's MCP server: the configurations of common agents, and the call that an agent then
// sends.
import type { Given, ToolName } from '../tools/tools.ts';
import type { AskedModel } from './asked-model.ts';
import type { Choice } from './choice.ts';
import { POWERSHELL, UNIX } from './shell/shells.ts';
import type { Form, WayBody } from './way-body.ts';

/** A call of an MCP tool, with arguments that the tool takes. */
type CallOf<N extends ToolName> = { name: N; arguments: Given<N> };

export function mcpWay({ baseUrl, id, tools }: AskedModel, { main }: Choice): WayBody {
  const params: CallOf<'resolve_file'> = {
    name: 'resolve_file',
    arguments: { model: id, path: main?.path ?? 'config.json' },
  };
  const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params };
  return {
    forms: [...agentConfigurations(`${baseUrl}/mcp`), ...calls(`${baseUrl}/mcp`, JSON.stringify(call))],
    note:
      `No account and no key. Then ask for it in words: “find ${id} on the model hub and give me the ` +
      `command that fetches it”. The tools are ${tools}.`,
    docs: 'agents',
  };
}

/** Writes the request that an agent sends, as a command for curl and as one for PowerShell. */
function calls(url: string, body: string): Form[] {
  const label = 'What the agent then sends';
  const accepted = 'application/json, text/event-stream';
  const curl = [
    `curl -fsS ${url}`,
    `-H 'Content-Type: application/json'`,
    `-H 'Accept: ${accepted}'`,
    `-d ${UNIX.word(body)}`,
  ].join(UNIX.more);
  // Windows PowerShell 5.1 damages characters outside of ASCII, so the JSON escapes them.
  const ascii = body.replace(/[^ -~]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`);
  const invoked = [
    `Invoke-RestMethod -Method Post ${POWERSHELL.word(url)}`,
    `-Headers @{ Accept = '${accepted}' }`,
    `-ContentType application/json`,
    `-Body ${POWERSHELL.word(ascii)}`,
  ].join(POWERSHELL.more);
  return [
    { key: UNIX.key, label, block: curl },
    { key: POWERSHELL.key, label, block: invoked },
  ];
}

/** Writes the configuration that adds the MCP server at `url`, for each of several common agents. */
export function agentConfigurations(url: string): Form[] {
  const json = (value: object) => JSON.stringify(value, null, 2);
  return [
    {
      key: 'claude-code',
      label: 'Claude Code, in a terminal',
      block: `claude mcp add --transport http model-hub ${url}`,
    },
    {
      key: 'cursor',
      label: 'Cursor (.cursor/mcp.json), Windsurf and others',
      block: json({ mcpServers: { 'model-hub': { url } } }),
    },
    {
      key: 'vs-code',
      label: 'VS Code (.vscode/mcp.json)',
      block: json({ servers: { 'model-hub': { type: 'http', url } } }),
    },
    { key: 'codex', label: 'Codex (~/.codex/config.toml)', block: `[mcp_servers.model-hub]\nurl = "${url}"` },
    {
      key: 'gemini-cli',
      label: 'Gemini CLI (.gemini/settings.json)',
      block: json({ mcpServers: { 'model-hub': { httpUrl: url } } }),
    },
  ];
}
