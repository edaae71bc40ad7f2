// Serves as the yardstick of tool calls: the official package, set up as its documentation says, with a tool that
// returns its input.
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import process from 'node:process';
import { createMcpHandler, fromJsonSchema, McpServer } from '@modelcontextprotocol/server';

const inputSchema = fromJsonSchema<{ text: string }>({
  type: 'object',
  properties: { text: { type: 'string' } },
  required: ['text'],
});

const handler = createMcpHandler(
  () => {
    const server = new McpServer({ name: 'echo', version: '1.0.0' });
    server.registerTool('echo', { description: 'Sends the bytes back.', inputSchema }, ({ text }) => ({
      content: [{ type: 'text', text }],
    }));
    return server;
  },
  { responseMode: 'auto' },
);

const server = createServer(async (request, response) => {
  const headers = new Headers(request.headers as Record<string, string>);
  const text = await bodyOf(request);
  const asked = new Request(`http://${request.headers.host}${request.url}`, { method: 'POST', headers, body: text });
  const answer = await handler.fetch(asked, { parsedBody: JSON.parse(text) });
  const body = await answer.text();
  const sent = { ...Object.fromEntries(answer.headers), 'Content-Length': Buffer.byteLength(body) };
  response.writeHead(answer.status, sent).end(body);
});
server.listen(0, '127.0.0.1', () => process.send!(`http://127.0.0.1:${(server.address() as AddressInfo).port}`));
// Ends when the parent process ends, even by a crash.
process.once('disconnect', () => process.exit());

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}
