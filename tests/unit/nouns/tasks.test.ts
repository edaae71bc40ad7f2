// Tests the texts about tasks: titles, and parts of a sentence about a model.
import { expect, test } from 'vitest';
import { doesWhat, taskTitle } from '../../../src/nouns/tasks.ts';

test.each([
  ['sentence-similarity', 'Sentence similarity'],
  ['image-to-3d', 'Image to 3D'],
  ['graph-ml', 'Graph ML'],
  ['text2text-generation', 'Text to text generation'],
  ['zero-shot-classification', 'Zero-shot classification'],
])('the task %s has the title %s', (task, title) => expect(taskTitle(task)).toBe(title));

test('a known task has a text that can follow “a model that”, and an unknown task has none', () => {
  for (const task of ['text-generation', 'image-to-3d', 'voice-activity-detection'])
    expect(doesWhat(task)).toMatch(/^[a-z][^.]*[a-z]$/);
  for (const other of ['', 'none', 'constructor']) expect(doesWhat(other)).toBeUndefined();
});
