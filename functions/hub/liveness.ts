// Tells supervisors whether the process runs, and load balancers whether to send it requests. Neither answer waits for
// a store or a source.
import { routes } from '../../src/table/routes.ts';
import type { Handler } from '../ports/handler.ts';
import type { Ports } from '../ports/ports.ts';
import { answer } from '../request/answer.ts';

const FRESH = ['Cache-Control', 'no-store'];

export const livez: Handler<'livez'> = () => answer(200, routes.livez.type, 'live\n', FRESH);

/**
 * Answers 503 while there is no tree, and while the hub is about to end. It answers 200 even while a store is away,
 * because kept answers still work.
 */
export const readyz: Handler<'readyz'> = ({ ports }) => {
  const state = stateOf(ports);
  const headers = state === 'ready' ? FRESH : [...FRESH, 'Retry-After', '5'];
  return answer(state === 'ready' ? 200 : 503, routes.readyz.type, `${state}\n`, headers);
};

function stateOf({ leaving, tree }: Ports): 'ready' | 'leaving' | 'starting' {
  if (leaving) return 'leaving';
  return tree() === undefined ? 'starting' : 'ready';
}
