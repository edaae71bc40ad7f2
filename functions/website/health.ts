// Answers with the health of every source (decision 0020). `/healthz` answers for the service itself.
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

/** The answer may not be cached, because its counts change with every redirect. */
export const activityAnswer: Handler<'activity'> = ({ ports }) => freshJson(ports.activity.lastHour());

/** Answers `GET /health/`. Neither the page nor the health that it shows may be cached. */
export const healthPage: Handler<'healthPage'> = (call) =>
  pageAnswer(call, href(routes.healthPage, {}), { cache: 'no-store' });
