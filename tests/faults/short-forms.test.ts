// Runs the short form of every scenario of `npm run faults`.
// @module-tag all
import { describe, expect, test } from 'vitest';
import { needs } from '../fixtures/needs.ts';
import { findFaults } from './find-faults.ts';

describe.each(await findFaults())('$fault.name', ({ fault }) => {
  // Some limits are times, which a busy machine may exceed, so a failed scenario is tried again.
  test(fault.promise, { ...needs(fault.missing), timeout: 240_000, retry: 2 }, async () => {
    const { held, figures } = await fault.run('short');
    expect(held, figures).toBe(true);
  });
});
