// Computes the figures of a load: quantiles of the times of answers, by class of request, beside the yardstick at the
// same rate.
import { count } from '../../src/model/figures.ts';
import type { Answered } from './vegeta.ts';

/** Returns the milliseconds within which this share of the requests was answered. */
export function quantile(answers: readonly Pick<Answered, 'ms'>[], share: number): number {
  const sorted = Float64Array.from(answers, ({ ms }) => ms).sort();
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
}

/** Lists up to `most` seconds of the load, each with the time of its slowest answer; the slowest second first. */
export function slowestSeconds(answers: readonly Answered[], most: number): string {
  const seconds = [...Map.groupBy(answers, ({ due }) => Math.floor(due))].map(
    ([second, those]) => [second, quantile(those, 1)] as const,
  );
  const worst = seconds.sort(([, a], [, b]) => b - a).slice(0, most);
  return worst.map(([second, ms]) => `${second} (${ms.toFixed(0)} ms)`).join(', ');
}

/**
 * Returns the lines of a table with a row for each class, and one for all requests. `plain` has the answers of the
 * yardstick.
 */
export function classTable(answers: readonly Answered[], plain: readonly Answered[]): string[] {
  const theirs = Map.groupBy(plain, ({ target }) => target.class);
  const rows = [...Map.groupBy(answers, ({ target }) => target.class)].map(([name, ours]) =>
    rowOf(name, ours, theirs.get(name) ?? []),
  );
  return [
    '| Class | Requests | p50, ms | p99 | p99.9 | slowest | bare node:http p50 | p99.9 |',
    '| --- | --- | --- | --- | --- | --- | --- | --- |',
    ...rows.sort(),
    rowOf('all', answers, plain),
  ];
}

function rowOf(name: string, ours: readonly Answered[], theirs: readonly Answered[]): string {
  const times = [0.5, 0.99, 0.999, 1].map((share) => quantile(ours, share));
  const cells = [...times, quantile(theirs, 0.5), quantile(theirs, 0.999)].map((ms) => ms.toFixed(1));
  return `| ${[name, count(ours.length), ...cells].join(' | ')} |`;
}
