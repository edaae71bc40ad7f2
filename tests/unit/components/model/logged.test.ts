// Tests the part "In the log" on the page of a model: on a hub, and in an export with a signed log.
import { expect, test } from 'vitest';
import { proofHtml } from '../../../../src/components/model/log-html.ts';
import type { ModelPage } from '../../../../src/model-page/model-page.ts';
import { barePage } from '../../../fixtures/bare-page.ts';

const hub = 'https://models.example';
const onHub = barePage({ id: 'acme/tiny-bert' });
const exported: ModelPage = { ...onHub, isDirect: true };
const shown = (model: ModelPage) => proofHtml(model, hub)?.text ?? '';
const commandOf = (model: ModelPage) =>
  /<pre><code>(.*?)<\/code>/s
    .exec(shown(model))![1]!
    .replace(/<[^>]+>/g, '')
    .split('\n');

test('the page of a signing hub links a proof', () => {
  const model: ModelPage = { ...onHub, loggedAs: 'signed' };
  expect(commandOf(model)).toEqual([
    `curl -fsS ${hub}/log/keys -o ../hub.vkey`,
    `curl -fsS ${hub}/docs/check_model.py -o ../check_model.py`,
    `curl -fsS ${hub}/models/acme/tiny-bert/proof.json -o ../proof.json`,
    'python3 ../check_model.py . ../proof.json --model acme/tiny-bert --key file:../hub.vkey',
  ]);
});

test('an export has the command that makes the proof from its files', () => {
  const model: ModelPage = { ...exported, loggedAs: 'signed' };
  expect(commandOf(model)).toEqual([
    `curl -fsS ${hub}/log/keys -o hub.vkey`,
    `npx model-hub verify ../tiny-bert --proof ${hub} \\`,
    '  --model acme/tiny-bert --key file:hub.vkey',
  ]);
  for (const path of ['/verify/', '/docs/self-hosting/', '/docs/log/', '/docs/proof/'])
    expect(shown(model)).toContain(`href="${path}"`);
  // The state of the log and the proof need a server, which an export does not have.
  expect(shown(model)).not.toMatch(/data-logged|models\/acme\/tiny-bert\/proof\.json|not signed/);
});
