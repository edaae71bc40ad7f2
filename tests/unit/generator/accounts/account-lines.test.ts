// Tests that texts of other people become safe lines on the operator's terminal.
import { expect, test } from 'vitest';
import { interestLines } from '../../../../generator/accounts/account-lines.ts';
import { shownLines } from '../../../../src/basics/shown-text.ts';

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
