// Names the file where the processes of a test file note the places they reach. Runs before each test file.
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
