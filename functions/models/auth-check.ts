// The check by which huggingface_hub's `auth_check` asks whether a model may be read: any 2xx says that it may (decision 0026).
import { routes } from '../../src/table/routes.ts';
import type { Handler } from '../ports/handler.ts';
import { answer } from '../request/answer.ts';
import { locate } from './locate.ts';

/** Reads are anonymous, so every caller may read an indexed model; refusals are those of its other routes. */
export const authCheck: Handler<'authCheck'> = async (call) => {
  const { params } = call;
  const model = await locate(call, params.owner, params.name, undefined);
  if ('refusal' in model) return model;
  return answer(200, routes.authCheck.type, '{}', ['Cache-Control', 'no-store']);
};
