// The short form of the scenario beside it.
import { expect, test } from 'vitest';
import fault, { noSmallDisk } from './database-disk-full.fault.ts';

const reason = noSmallDisk();

test.skipIf(reason !== undefined)(`${fault.promise}${reason ? ` (${reason})` : ''}`, async () => {
  const { held, figures } = await fault.run('short');
  expect(held, figures).toBe(true);
});
