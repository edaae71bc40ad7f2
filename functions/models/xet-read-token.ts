// Redirects a request for a token of Xet, the file storage of the public hub, to the same path at the origin hub. This
// hub issues no tokens (decision 0026).
import { CORS } from '../../src/table/headers.ts';
import { href } from '../../src/table/route.ts';
import { routes } from '../../src/table/routes.ts';
import type { Handler } from '../ports/handler.ts';
import { locate } from './locate.ts';

export const xetReadToken: Handler<'xetReadToken'> = async (call) => {
  const { params, ports } = call;
  const model = await locate(call, params);
  if ('refusal' in model) return model;
  const location = ports.origin.base + href(routes.xetReadToken, params);
  return {
    status: 307,
    headers: [...CORS, 'Location', location, 'Cache-Control', 'no-store', 'Content-Length', '0'],
    body: undefined,
  };
};
