// Answers the `auth_check` of huggingface_hub, which asks whether a model may be read. Any 2xx means yes (decision
// 0026).
import { routes } from '../../src/table/routes.ts';
import type { Handler } from '../ports/handler.ts';
import { answer } from '../request/answer.ts';
import { locate } from './locate.ts';

/**
 * Answers 200 for every indexed model, because reads are anonymous. Other models get the same refusal as at their other
 * routes.
 */
export const authCheck: Handler<'authCheck'> = async (call) => {
  const model = await locate(call, call.params);
  if ('refusal' in model) return model;
  return answer(200, routes.authCheck.type, '{}', ['Cache-Control', 'no-store']);
};
