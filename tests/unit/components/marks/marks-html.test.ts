// Tests the marks in lists: the look of each depends only on its text, and the style sheet has a rule for it.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { ownerMark, taskIcon } from '../../../../src/components/marks/marks-html.ts';

const styles = readFileSync(new URL('../../../../src/styles/marks.css', import.meta.url), 'utf8');
const classIn = (text: string) => /class="\w+ ([\w-]+)"/.exec(text)![1]!;

test('an owner has two letters, and always the same colour', () => {
  expect(ownerMark('sentence-transformers').text).toContain('data-letters="Se"');
  expect(ownerMark('01-ai').text).toContain('data-letters="01"');
  expect(ownerMark('a').text).toContain('data-letters="A"');
  expect(ownerMark('Qwen').text).toBe(ownerMark('Qwen').text);
  for (const owner of ['Qwen', 'openai', 'google', 'meta-llama', '日本'])
    expect(styles).toContain(`.${classIn(ownerMark(owner).text)} {`);
});

test('a task has an icon', () => {
  for (const task of ['text-generation', 'image-to-3d', 'text-to-speech'])
    expect(styles).toContain(`.${classIn(taskIcon(task).text)} {`);
});
