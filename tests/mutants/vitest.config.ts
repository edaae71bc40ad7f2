// Configures the tests for mutants: each test file notes the places that it reaches, and a failed test is not repeated.
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
      // A slow machine must not fail a test, so tests get long limits. The run has its own limit.
      testTimeout: 300_000,
      hookTimeout: 600_000,
      expect: { poll: { timeout: 150_000 } },
    },
  },
);
