// Answers with the health of every source (decision 0020). The object plane answers for the service itself.
import { href } from '../../src/table/route.ts';
import { routes } from '../../src/table/routes.ts';
import type { Handler } from '../ports/handler.ts';
import { freshJson } from '../request/answer.ts';
import { heldNow, hubHealth } from '../sources/hub-health.ts';
import { pageAnswer } from './page-answer.ts';

export const healthAnswer: Handler<'health'> = async ({ ports, tree }) => {
  const models = await heldNow(ports, tree);
  return freshJson({ ...hubHealth(ports), ...(models && { models }) });
};

/** Counts change with every redirect, so the answer is not cached. */
export const activityAnswer: Handler<'activity'> = ({ ports }) => freshJson(ports.activity.lastHour());

/** Answers `GET /health/`. The page may be cached for as long as the health that it shows. */
export const healthPage: Handler<'healthPage'> = (call) =>
  pageAnswer(call, href(routes.healthPage, {}), { cache: 'no-store' });
