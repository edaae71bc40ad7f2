// The hub as a server of tools for agents: what common programs read to know it, and the call they make of it.
import type { AskedModel } from './asked-model.ts';
import type { Choice } from './choice.ts';
import { UNIX } from './shells.ts';
import type { Form, WayBody } from './way-body.ts';

export function mcp({ baseUrl, id }: AskedModel, { main }: Choice): WayBody {
  const call = {
    ...{ jsonrpc: '2.0', id: 1, method: 'tools/call' },
    params: { name: 'resolve_file', arguments: { model: id, path: main?.path ?? 'config.json' } },
  };
  const called = [
    `curl -fsS ${baseUrl}/mcp \\`,
    "  -H 'Content-Type: application/json' \\",
    "  -H 'Accept: application/json, text/event-stream' \\",
    `  -d ${UNIX.word(JSON.stringify(call))}`,
  ].join('\n');
  return {
    forms: [
      ...agentConfigurations(`${baseUrl}/mcp`),
      { key: 'call', label: 'What the agent then sends', block: called },
    ],
    note: `No account and no key. Then ask for it in words: “find ${id} on the model hub and give me the command that fetches it”. The tools are search_models, get_model and resolve_file.`,
    docs: 'mcp',
  };
}

/** The address of the server in the shapes that programs read. */
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
