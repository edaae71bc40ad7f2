import { expect, test } from 'vitest';
import kills from './kills.fault.ts';

test(kills.promise, async () => {
  const { held, figures } = await kills.run('short');
  expect(held, figures).toBe(true);
}, 240_000);
