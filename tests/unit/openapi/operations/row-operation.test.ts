// Tests that a row of the route table without words of its own gets a description from its facts.
import { expect, test } from 'vitest';
import { rowOperation } from '../../../../src/openapi/operations/row-operation.ts';
import { built, live } from '../../../../src/table/route.ts';
import { document } from '../../../../src/table/row-facts.ts';

test('a document gets a description', () => {
  const row = built('/notes.txt', { ...document, document: 'notes', as: ['text'], summary: 'What to know' });
  expect(rowOperation('notes', row)).toMatchObject({
    id: 'getNotes',
    tag: 'Discovery',
    why: 'Written with every build of the index. It may be kept for a minute, and is then asked for again with its tag.',
    answers: { 200: { is: 'What to know.' } },
  });
});

test('a live answer gets a description', () => {
  const row = live('/api/hub/now', { dialect: 'hub', cache: 'no-store', summary: 'What time it is' });
  expect(rowOperation('hubNow', row)).toMatchObject({
    id: 'getHubNow',
    tag: 'Models',
    why: 'Made when it is asked for. No cache may keep it.',
    answers: { 200: { is: 'What time it is.' } },
  });
});
