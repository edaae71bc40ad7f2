import { expect, test } from 'vitest';
import buildDiskFull, { noSmallDisk } from './build-disk-full.fault.ts';

const reason = noSmallDisk();

test.skipIf(reason !== undefined)(
  `${buildDiskFull.promise}${reason ? ` (${reason})` : ''}`,
  async () => {
    const { held, figures } = await buildDiskFull.run('short');
    expect(held, figures).toBe(true);
  },
  240_000,
);
