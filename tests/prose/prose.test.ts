// Tests that comments, test names, messages and pages can be read at once: `phrases.yaml` lists phrases that need a
// second reading.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { inAll } from '../fixtures/in-all.ts';
import { fragmentsOf } from './fragments.ts';
import { findingsIn, phrases } from './prose.ts';
import { proseFiles, root } from './prose-files.ts';

const phrasesIn = (path: string, source: string) => findingsIn(path, source).map(({ phrase }) => phrase);

test('none of our files has a refused phrase', inAll(), () => {
  const files = proseFiles();
  expect(files.length).toBeGreaterThan(300);
  const found = files.flatMap((file) => findingsIn(file, readFileSync(join(root, file), 'utf8')));
  expect(found.map(({ path, line, phrase, instead }) => `${path}:${line} “${phrase}”, better ${instead}`)).toEqual([]);
});

test.each(phrases)('the rule $pattern finds its bad sentence, but not the good one', ({ bad, good }) => {
  expect(phrasesIn('a.ts', `/** ${bad} */\n`)).not.toEqual([]);
  expect(phrasesIn('a.ts', `/** ${good} */\n`)).toEqual([]);
});

describe('fragments', () => {
  const texts = (path: string, source: string) =>
    fragmentsOf(path, source).map(({ kind, text }) => [kind, text.replace(/\s+/g, ' ').trim()]);

  test('code has comments, test names and messages', () => {
    const source = [
      '// One line,',
      '// and the next.',
      'test("a name of three words", () => {',
      '  /** A docstring. */',
      '  throw new Error(`No file is at $' + '{place.of("x")}, so go.`);',
      '});',
    ].join('\n');
    expect(texts('a.ts', source)).toEqual([
      ['comment', 'One line, and the next.'],
      ['comment', 'A docstring.'],
      ['test name', 'a name of three words'],
      ['message', 'No file is at X , so go.'],
    ]);
  });

  test('a page has paragraphs, without addresses and code blocks', () => {
    expect(texts('a.md', '# Head\n\nSee [the page](what.md) of it.\n\n```\nWhat code.\n```\n')).toEqual([
      ['page', 'See the page of it.'],
    ]);
  });

  test('a component has comments and text', () => {
    expect(texts('a.astro', '---\n// Why it is.\n---\n<p>What {it} was.</p>')).toEqual([
      ['comment', 'Why it is.'],
      ['message', 'What X was.'],
    ]);
  });
});

test('a finding has the line of its sentence; questions may begin as they like', () => {
  const source = 'const a = 1;\n// It is one. What for? It counts.\n// What is left.\n';
  expect(findingsIn('a.ts', source)).toMatchObject([{ line: 3, phrase: 'What', sentence: 'What is left.' }]);
});
