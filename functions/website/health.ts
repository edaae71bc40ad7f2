// Answers with the health of every source (decision 0020). The object plane answers for the service itself.
import { href } from '../../src/table/route.ts';
import { routes } from '../../src/table/routes.ts';
import type { Handler } from '../ports/handler.ts';
import { answer } from '../request/answer.ts';
import { heldNow, hubHealth } from '../sources/hub-health.ts';
import { pageAnswer } from './page-answer.ts';

const json = 'application/json; charset=utf-8';

export const healthAnswer: Handler<'health'> = async ({ ports, tree }) => {
  const models = await heldNow(ports, tree);
  return answer(200, json, JSON.stringify({ ...hubHealth(ports), ...(models && { models }) }), [
    'Cache-Control',
    'no-store',
  ]);
};

/** Counts change with every redirect, so the answer is not cached. */
export const activityAnswer: Handler<'activity'> = ({ ports }) =>
  answer(200, json, JSON.stringify(ports.activity.lastHour()), ['Cache-Control', 'no-store']);

/** Answers `GET /health/`. The page may be cached for as long as the health that it shows. */
export const healthPage: Handler<'healthPage'> = (call) =>
  pageAnswer(call, href(routes.healthPage, {}), { cache: 'no-store' });
