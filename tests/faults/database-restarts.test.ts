// The short form of the scenario beside it.
import { expect, test } from 'vitest';
import { postgresMissing } from '../accounts/postgres-server.ts';
import { needs } from '../fixtures/needs.ts';
import fault from './database-restarts.fault.ts';

test(fault.promise, needs(postgresMissing()), async () => {
  const { held, figures } = await fault.run('short');
  expect(held, figures).toBe(true);
});
