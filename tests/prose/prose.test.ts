// Tests that comments, test names, messages and pages can be read at once: `phrases.yaml` lists phrases that need a
// second reading.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { inAll } from '../fixtures/in-all.ts';
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
