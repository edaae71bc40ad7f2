// How a refusal looks on the wire: one body shape per dialect (decision 0018).
import { errorResponse, rpcError } from '../src/dialects/mcp/protocol.ts';
import type { Refusal } from '../src/refusals.ts';
import type { Dialect } from '../src/route.ts';
import { type Answer, answer } from './answer.ts';
import { registryRefusal } from './registry-answer.ts';

/** On the object plane these are refused at the edge, as plain text (decision 0018). */
const PLAIN_ON_OBJECTS = new Set([400, 401, 405]);

/** The answer that says no in the words of `dialect`. */
export function refusalAnswer(refusal: Refusal, dialect: Dialect): Answer {
  if (dialect === 'oci') return registryRefusal(refusal);
  if (dialect === 'account') return accountRefusal(refusal);
  const headers = ['Cache-Control', 'no-store', 'X-Error-Code', refusal.refusal, 'X-Error-Message', refusal.sentence];
  headers.push(...refusal.headers);
  if (dialect === 'plain' || (dialect === 'objects' && PLAIN_ON_OBJECTS.has(refusal.status)))
    return answer(refusal.status, 'text/plain; charset=utf-8', `${refusal.sentence}\n`, headers);
  if (dialect === 'mcp')
    return answer(refusal.status, 'application/json', errorResponse(rpcError(refusal), null), headers);
  const body =
    dialect === 'objects' ? { code: refusal.refusal, message: refusal.sentence } : { error: refusal.sentence };
  return answer(refusal.status, 'application/json; charset=utf-8', JSON.stringify(body), headers);
}

/** AccountError: one sentence and no code (decision 0018). */
function accountRefusal({ status, sentence, headers }: Refusal): Answer {
  const body = JSON.stringify({ error: sentence });
  return answer(status, 'application/json; charset=utf-8', body, ['Cache-Control', 'no-store', ...headers]);
}
