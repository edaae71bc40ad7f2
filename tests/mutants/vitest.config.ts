// The tests as mutants meet them: each test file says which places it reached, and no test gets a second try.
import { mergeConfig } from 'vitest/config';
import tests from '../vitest.config.ts';

const { reporters: _, ...asUsual } = tests.test ?? {};
export default mergeConfig(
  { ...tests, test: asUsual },
  {
    test: {
      setupFiles: ['tests/mutants/noted-test.ts'],
      maxWorkers: 2,
      retry: 0,
      // A busy machine kills no mutant: a run has a limit of its own.
      testTimeout: 300_000,
      hookTimeout: 600_000,
      expect: { poll: { timeout: 150_000 } },
    },
  },
);
