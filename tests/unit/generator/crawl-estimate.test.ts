// Tests the estimated cost of the shipped crawl rules by the documented limits. The estimate sends no request.
import { expect, test, vi } from 'vitest';
import { estimate, estimateLines } from '../../../generator/crawl/estimate.ts';
import { readIndexRules } from '../../../generator/crawl/index-rules.ts';

const shipped = readIndexRules();

test('the shipped rules index 50,000 models within 24 hours without a token, and a later day within one', () => {
  vi.stubGlobal('fetch', () => expect.unreachable());
  const { first, later, runs } = estimate(shipped, false);
  vi.unstubAllGlobals();
  expect(first.models).toBeGreaterThanOrEqual(50_000);
  // Computed by hand: 50,000 listings of files, at 500 in five minutes, take 8.3 hours. The models' files have a limit
  // of their own.
  expect(first.hours!.api).toBeCloseTo(((first.models + 100) / 500) * (5 / 60), 0);
  expect(first.hours!.files).toBeCloseTo((first.files / 3000) * (5 / 60), 5);
  expect(Math.max(first.hours!.api, first.hours!.files)).toBeLessThan(24);
  expect(Math.max(later.hours!.api, later.hours!.files)).toBeLessThan(1);
  expect(runs).toBe(1);
});

test('a token halves the hours of the API, and the estimate names unknown owners and limits', () => {
  expect(estimate(shipped, true).first.hours!.api * 2).toBeCloseTo(estimate(shipped, false).first.hours!.api, 5);
  const { limits: _, ...unlimited } = shipped;
  const rules = { ...unlimited, wishes: { owners: ['acme'], searches: [{ limit: 1000 }] } };
  const said = estimateLines(estimate(rules, false), rules);
  expect(said[0]).toMatch(
    /^The first crawl, 1,000 models in 1 run: 1,002 requests to the API, 12,800 for files, 4\.4 GB read; /,
  );
  expect(said[0]).toMatch(/the rules name no limits/);
  expect(said).toContain('Models of owners are not counted.');
  expect(said).toContain('Disk: 0.0 GB in HUB_DATA, 0.0 GB in HUB_DIST.');
});
