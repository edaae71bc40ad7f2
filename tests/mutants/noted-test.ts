// Runs before each test file. Sets the file where all processes of the test file note the places that they reach.
import { dirname, join, relative, sep } from 'node:path';
import process from 'node:process';
import { expect } from 'vitest';
import { NOTED, noteOf } from './probes.ts';

const { [NOTED]: note } = process.env;
const { testPath } = expect.getState();
if (note !== undefined && testPath !== undefined)
  process.env[NOTED] = noteOf(
    dirname(note),
    relative(join(import.meta.dirname, '../..'), testPath).replaceAll(sep, '/'),
  );
