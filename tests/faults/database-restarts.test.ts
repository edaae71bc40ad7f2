// The short form of the scenario beside it.
import { expect, test } from 'vitest';
import { postgresMissing } from '../accounts/postgres-server.ts';
import fault from './database-restarts.fault.ts';

const missing = postgresMissing();

test.skipIf(missing !== undefined)(missing ?? fault.promise, async () => {
  const { held, figures } = await fault.run('short');
  expect(held, figures).toBe(true);
});
