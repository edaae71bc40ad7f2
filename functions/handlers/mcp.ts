// MCP: JSON-RPC posted to one address, answered as JSON; no session, no stream (decision 0022).
import { refuse } from '../../src/refusals.ts';
import { answer } from '../answer.ts';
import type { Handler } from '../handler.ts';
import { answerPost } from '../mcp/answer-post.ts';

/** Bytes of a body (decision 0025). */
const MAX_BODY = 65536;

const fresh = ['Cache-Control', 'no-store'];

export const mcp: Handler<'mcp'> = async ({ ask, ports }) => {
  if (!/^application\/json[\t ]*(;|$)/i.test(ask.header('content-type')?.trim() ?? ''))
    return refuse('UnsupportedMediaType', { wanted: 'application/json' });
  const body = await ask.body(MAX_BODY);
  if (!body) return refuse('TooLarge', { limit: MAX_BODY });
  const made = await answerPost(body, (name) => ask.header(name), ports);
  if (!made) return answer(202, undefined, undefined, fresh);
  const { status, refusal } = made;
  const told = refusal ? ['X-Error-Code', refusal.refusal, 'X-Error-Message', refusal.sentence] : [];
  return answer(status, 'application/json', made.body, [...fresh, ...told]);
};
