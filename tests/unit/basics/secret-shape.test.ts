// Tests that texts with the form of a secret are recognised, and that names of models are not.
import { expect, test } from 'vitest';
import { looksSecret } from '../../../src/basics/secret.ts';
import { tokenFor } from '../../fixtures/identity.ts';
import { days } from '../../fixtures/rows.ts';

test.each([
  'hf_abcdefghijklmnopqrstuvwxyzABCDEFGH/model',
  'owner/hf_abcdefghijklmnopqrstuvwxyzABCDEFGH',
  'ghp_0123456789abcdefghijklmnopqrstuvwxyz/x',
  'github_pat_11ABCDEFG0123456789abc/x',
  'glpat-0123456789abcdef/x',
  'sk-proj-0123456789abcdefghij/x',
  'xoxb-0123456789-abc/x',
  'AKIAIOSFODNN7EXAMPLE/x',
  tokenFor('did:example:alice'),
])('%s looks like a secret', (text) => {
  expect(looksSecret(text)).toBe(true);
});

test('no model of the fixture looks like a secret, nor do similar names', () => {
  for (const { rows } of days) for (const { id } of rows) expect(looksSecret(id), id).toBe(false);
  for (const id of ['hf-internal-testing/tiny-random-gpt2', 'sk-learn/model', 'eyJ/x', 'AKIRA/model', 'ghp_/x'])
    expect(looksSecret(id), id).toBe(false);
});
