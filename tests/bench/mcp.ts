// Measures tool calls per second of one process: each tool of the hub, against a tool of the official package that
// returns its input.
import { withHub, withServer } from './child.ts';
import { httpPace } from './http-rounds.ts';
import { loadGenerator, requestsPerSecond } from './load.ts';
import type { Load } from './load-client.ts';
import { alternate, formatSpread } from './rounds.ts';
import { type Bench, type BenchSettings, type Row, rowOf } from './row.ts';
import { builtHub } from './synthetic-hub.ts';
import { A_FILE } from './synthetic-models.ts';
import { modelIds } from './tree-models.ts';

const MODELS = 500;
/** The number of models that the calls name in turn. */
const ASKED = 64;
const CONNECTIONS = 48;
const VERSION = '2026-07-28';

interface Asked {
  tool: string;
  /** The arguments that the calls use in turn. */
  given: object[];
}

interface Call extends Asked {
  /** The minimum ratio of this tool's calls per second to those of the yardstick. */
  target: number;
}

export const mcp: Bench = async (settings) => {
  const folder = await builtHub(settings, MODELS);
  const ids = modelIds(folder, ASKED);
  const calls: Call[] = [
    { tool: 'search_models', given: ids.map((id) => ({ search: id.split('/')[1]!.slice(0, 5) })), target: 0.75 },
    { tool: 'get_model', given: ids.map((model) => ({ model })), target: 0.6 },
    { tool: 'resolve_file', given: ids.map((model) => ({ model, path: A_FILE })), target: 0.6 },
  ];
  return withHub(folder, (ours) =>
    withServer('yardsticks/echo-server.ts', [], async (theirs) => {
      const rows: Row[] = [];
      for (const call of calls) rows.push(await contest(settings, ours, theirs, call));
      return rows;
    }),
  );
};

async function contest(settings: BenchSettings, ours: string, theirs: string, call: Call): Promise<Row> {
  const { seconds, rounds } = httpPace(settings);
  const echo: Asked = { tool: 'echo', given: [{ text: 'hello' }] };
  const measure = (url: string, what: Asked, length: number) => () =>
    requestsPerSecond(loadOf(url, what, length), settings.folder);
  await measure(ours, call, 2)();
  await measure(theirs, echo, 2)();
  const outcome = await alternate(rounds, measure(ours, call, seconds), measure(theirs, echo, seconds));
  return rowOf(
    `tools/call ${call.tool}`,
    'requests/s',
    outcome,
    ['least', call.target],
    `${VERSION}; access log on; ${call.given.length} calls in turn; yardstick the official package's ` +
      `createMcpHandler on node:http, a tool that echoes five letters; load by ${loadGenerator}; ${formatSpread(outcome, rounds)}`,
  );
}

function loadOf(url: string, { tool, given }: Asked, seconds: number): Load {
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': VERSION,
    'io.modelcontextprotocol/clientCapabilities': {},
    'io.modelcontextprotocol/clientInfo': { name: 'bench', version: '1.0.0' },
  };
  const request = (one: object, id: number) => ({
    ...{ jsonrpc: '2.0', id, method: 'tools/call' },
    params: { name: tool, arguments: one, _meta },
  });
  const headers = {
    'Content-Type': 'application/json',
    Accept: 'application/json, text/event-stream',
    'MCP-Protocol-Version': VERSION,
    'Mcp-Method': 'tools/call',
    'Mcp-Name': tool,
    Connection: 'keep-alive',
  };
  const bodies = given.map((one, at) => JSON.stringify(request(one, at + 1)));
  return { url, paths: bodies.map(() => '/mcp'), bodies, headers, status: 200, connections: CONNECTIONS, seconds };
}
