// Tries a mutant: runs the tests that reach it, until one fails that passes without the change.
import type { Mutant } from './chosen-mutants.ts';
import { mutated } from './mutations.ts';
import type { TestCheckout } from './test-checkout.ts';

export interface Trial {
  fate: 'killed' | 'survived' | 'unsure';
  /**
   * The test files that failed, or `time` if the tests did not end in time. If it is unclear whether a test noticed the
   * mutant, the reason.
   */
  by?: string;
}

/**
 * The number of test files in the first run. Each later run takes twice as many files as the run before, because the
 * likeliest tests notice most mutants.
 */
const FIRST_RUN = 2;

/**
 * Tries `mutant` with `tests` for at most `minutes`. `limit` returns the seconds that a run of the given test files may
 * take.
 */
export async function tryMutant(
  checkout: TestCheckout,
  { path, mutation }: Mutant,
  { tests, minutes, limit }: { tests: readonly string[]; minutes: number; limit: (tests: readonly string[]) => number },
): Promise<Trial> {
  const end = performance.now() + minutes * 60_000;
  const text = new Map([[path, mutated(checkout.textOf(path), mutation)]]);
  let left = [...tests];
  // The test files that fail or take too long even without the mutant.
  const useless: string[] = [];
  for (let size = FIRST_RUN; left.length > 0; size *= 2) {
    const some = left.slice(0, size);
    const most = limit(some);
    const time = Math.min(most, (end - performance.now()) / 1000);
    const over: Trial = { fate: 'unsure', by: `${minutes} minutes were over, ${left.length} test files left` };
    if (time < 1) return over;
    const { failed, isLate } = await checkout.changed(text, () => checkout.run(some, time));
    if (isLate && time < most) return over;
    const suspects = isLate ? some : failed;
    if (suspects.length === 0) {
      left = left.slice(size);
      continue;
    }
    const without = await checkout.run(suspects, limit(suspects));
    if (without.failed.length === 0 && !without.isLate)
      return { fate: 'killed', by: isLate ? 'time' : suspects.join(' or ') };
    left = left.filter((test) => !suspects.includes(test));
    useless.push(...suspects);
  }
  return useless.length === 0
    ? { fate: 'survived' }
    : { fate: 'unsure', by: `what fails anyway: ${useless.join(', ')}` };
}
