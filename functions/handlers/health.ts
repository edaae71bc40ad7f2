// Health of every byte source (SPEC.md 4.2); that of the service itself is the object plane's.
import { answer } from '../answer.ts';
import type { Handler } from '../handler.ts';
import { healthNow } from '../hub-health.ts';

const json = 'application/json; charset=utf-8';
const fresh = ['Cache-Control', 'no-store'];

export const health: Handler<'health'> = ({ ports }) => answer(200, json, JSON.stringify(healthNow(ports)), fresh);

/** `GET /health/`: as fresh as the health it shows. */
export const healthPage: Handler<'healthPage'> = async ({ ask, ports }) => {
  const page = await ports.pages.render(ask, 200);
  const isCached = (at: number) => page.headers[at - (at % 2)] === 'Cache-Control';
  return { ...page, headers: [...page.headers.filter((_, at) => !isCached(at)), ...fresh] };
};
