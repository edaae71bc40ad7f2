// Tests the kinds of tasks: every task with a name has a kind, and an unknown task has the kind "other".
import { expect, test } from 'vitest';
import { taskKind } from '../../../src/nouns/tasks.ts';

test.each([
  ['text-generation', 'write'],
  ['image-feature-extraction', 'vector'],
  ['image-text-to-text', 'see'],
  ['text-to-image', 'draw'],
  ['mask-generation', 'see'],
  ['text-to-video', 'film'],
  ['automatic-speech-recognition', 'hear'],
  ['text-to-speech', 'speak'],
  ['tabular-classification', 'table'],
  ['zero-shot-classification', 'label'],
  ['image-to-3d', 'solid'],
  ['something-new', 'other'],
])('%s is of the kind %s', (task, kind) => {
  expect(taskKind(task)).toBe(kind);
});
