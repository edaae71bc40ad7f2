// Tests what the operator sees of people: safe lines, and requested models that the index still lacks.
import { expect, test } from 'vitest';
import { interestLines } from '../../../../generator/accounts/account-lines.ts';
import { readWanted } from '../../../../generator/accounts/people.ts';
import { shownLines } from '../../../../src/basics/shown-text.ts';
import { emptyHub } from '../backup/backed-hub.ts';

const noted = '2026-11-21T09:30:00.000Z';

test('an interest in publishing is one line, whatever its note and its person’s id contain', () => {
  const interests = [
    { did: 'did:example:a', note: null, noted },
    { did: 'did:example:b\u001b[2J', note: 'two\nlines, \u001b]0;a title\u0007 and \u202egnp', noted },
  ];
  const shown = shownLines(interestLines(interests));
  expect(shown.split('\n')).toEqual([
    `${noted}  did:example:a  no note`,
    `${noted}  did:example:b\\u{1b}[2J  "two\\nlines, \\u001b]0;a title\\u0007 and \\u{202e}gnp"`,
    '',
  ]);
});

test('a requested model is listed until a day has it, also the only one', async () => {
  const hub = emptyHub();
  await hub.demand('a/one');
  expect(await readWanted(hub.env)).toMatchObject([{ model: 'a/one' }]);
  await hub.import('2026-11-18', 'a/one');
  expect(await readWanted(hub.env)).toEqual([]);
});
