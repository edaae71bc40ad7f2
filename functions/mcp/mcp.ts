// Answers MCP: clients post JSON-RPC to one address and get JSON, without sessions or streams (decision 0022).
import { codeHeaders } from '../../src/dialects/refusal-shape.ts';
import { refuse } from '../../src/table/refusals.ts';
import type { Handler } from '../ports/handler.ts';
import type { Ports } from '../ports/ports.ts';
import { type Ask, answer } from '../request/answer.ts';
import { answerPost } from './answer-post.ts';

/** The maximum size in bytes of a posted body (decision 0025). */
const MAX_BODY = 65536;

const fresh = ['Cache-Control', 'no-store'];

export const mcpAnswer: Handler<'mcp'> = async ({ ask, ports, base }) => {
  if (!/^application\/json[\t ]*(;|$)/i.test(ask.header('content-type')?.trim() ?? ''))
    return refuse('UnsupportedMediaType', { wanted: 'application/json' });
  const body = await ask.body(MAX_BODY);
  if (!body) return refuse('TooLarge', { limit: MAX_BODY });
  const made = await answerPost(body, (name) => ask.header(name), portsFor(ask, ports, base));
  if (!made) return answer(202, undefined, undefined, fresh);
  const { status, refusal, body: reply } = made;
  return answer(status, 'application/json', reply, refusal ? codeHeaders(refusal) : fresh);
};

/**
 * Returns the ports for the tools of one request. Their `baseUrl` is the hub's under the host name of the request, and
 * they record demand for the client of the request.
 */
function portsFor({ client }: Ask, ports: Ports, baseUrl: string): Ports {
  return { ...ports, baseUrl, demand: { record: (id) => ports.demand.record(id, client) } };
}
