// Configures the tests for mutants: each test file notes the places that it reaches, and no test gets a second try.
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
      // A slow machine must not kill a mutant, so tests get long limits; the run has its own.
      testTimeout: 300_000,
      hookTimeout: 600_000,
      expect: { poll: { timeout: 150_000 } },
    },
  },
);
