// Health: of the service itself, and of every byte source (SPEC.md 4.2).
import { answer } from '../answer.ts';
import type { Handler } from '../handler.ts';

const json = 'application/json; charset=utf-8';
const fresh = ['Cache-Control', 'no-store'];

/** `status: ready` means the object plane answers; it says nothing of byte sources. */
export const healthz: Handler<'healthz'> = ({ ports }) => {
  const ready = ports.tree() !== undefined;
  const status = ready ? 'ready' : 'starting';
  const body = { status, version: ports.version, role: 'hub', modules_ready: ready ? 1 : 0 };
  return answer(200, json, JSON.stringify(body), fresh);
};

export const health: Handler<'health'> = ({ ports }) =>
  answer(200, json, JSON.stringify(ports.health.current()), fresh);

/** `GET /health/`: as fresh as the health it shows. */
export const healthPage: Handler<'healthPage'> = async ({ ask, ports }) => {
  const page = await ports.pages.render(ask, 200);
  const isCached = (at: number) => page.headers[at - (at % 2)] === 'Cache-Control';
  return { ...page, headers: [...page.headers.filter((_, at) => !isCached(at)), ...fresh] };
};
