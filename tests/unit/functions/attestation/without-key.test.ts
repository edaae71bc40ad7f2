// Tests a hub without an attestation key: it refuses attestations with that reason, and its registry has no
// attestations.
import { expect, inject, test } from 'vitest';
import { createMemoryHub } from '../../../../functions/hosts/memory/memory.ts';
import { openTree } from '../../../../functions/stores/tree/node-tree.ts';
import { askFor, bytesOf } from '../../../fixtures/asked.ts';
import { origin, service } from '../../../fixtures/hub.ts';

const tree = openTree(inject('fixture').dist);
const hub = createMemoryHub(tree, { sources: service.sources, origin, baseUrl: tree.baseUrl });

async function asked(path: string) {
  const answer = await hub(askFor(path, '*/*'));
  const headers = new Map(answer.headers.flatMap((name, at) => (at % 2 ? [] : [[name, answer.headers[at + 1]!]])));
  return { status: answer.status, headers, body: JSON.parse(Buffer.from(await bytesOf(answer)).toString()) };
}

test.each(['/models/acme/tiny-bert/model.sig', '/api/hub/attestation/key.pem'])(
  '%s does not exist, and the refusal gives the reason',
  async (path) => {
    const { status, headers, body } = await asked(path);
    expect([status, headers.get('X-Error-Code')]).toEqual([404, 'NotAttested']);
    expect(body.error).toBe(
      'The operator of this hub attests nothing: it has no key for that. SHA256SUMS has the hashes of every model.',
    );
  },
);

test('a manifest has no referrers', async () => {
  const { headers } = await asked('/v2/acme/tiny-bert/manifests/latest');
  const digest = headers.get('Docker-Content-Digest');
  expect((await asked(`/v2/acme/tiny-bert/referrers/${digest}`)).body.manifests).toEqual([]);
});
