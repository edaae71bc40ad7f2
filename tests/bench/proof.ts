// Measures the check of a proof about one model, against only verifying its signature.
import { ed25519 } from '@noble/curves/ed25519.js';
import { checkProof } from '../../src/log/proof/check-proof.ts';
import { makeProof, newestDay } from '../../src/log/proof/make-proof.ts';
import type { ModelProof } from '../../src/shapes/log.ts';
import { logOf, modelLeaf, ORIGIN, signer, sumsOf } from '../unit/log/memory-log.ts';
import { alternate, formatSpread, median } from './rounds.ts';
import type { Bench } from './row.ts';

const ROUNDS = 7;
/** The maximum number of milliseconds for the check of one proof. */
const MOST_MILLISECONDS = 5;
/** The maximum ratio of the time for one check to the time for verifying one signature. */
const MOST_RATIO = 2;

/** Makes the proof of one model in a log of `models` models, as text, with the policy that checks it. */
async function bundleOf(models: number) {
  const log = signer(ORIGIN);
  const ids = Array.from({ length: models }, (_, at) => `owner/model-${at}`);
  const id = ids[Math.floor(models / 3)]!;
  const { read } = logOf(
    ids.map((one) => modelLeaf(one)),
    log,
  );
  const proof = await makeProof(read, (await newestDay(read))!, { id, sums: sumsOf(id) });
  return { id, policy: { keys: [log.key] }, text: JSON.stringify(proof) };
}

/** Returns the milliseconds that `work` takes: the median of `times` runs. */
function timed(times: number, work: () => unknown): number {
  const taken = Array.from({ length: times }, () => {
    const begun = performance.now();
    work();
    return performance.now() - begun;
  });
  return median(taken);
}

export const proof: Bench = async ({ quick, say }) => {
  const models = quick ? 2000 : 20_000;
  const times = quick ? 20 : 200;
  say(`making a log of ${models} models`);
  const { id, policy, text } = await bundleOf(models);
  const now = new Date('2026-11-21T00:00:00Z');
  const check = () => checkProof(JSON.parse(text) as ModelProof, policy, { id, now });
  const { secretKey, publicKey } = ed25519.keygen();
  const message = new TextEncoder().encode(`${ORIGIN}\n${models}\n`);
  const signature = ed25519.sign(message, secretKey);
  const bare = () => ed25519.verify(signature, message, publicKey);
  timed(times, check);
  timed(times, bare);
  const outcome = await alternate(
    ROUNDS,
    async () => timed(times, check),
    async () => timed(times, bare),
  );
  const { ours, yardstick, ratio } = outcome;
  const size = `${models.toLocaleString('en')} models, ${(text.length / 1000).toFixed(1)} kB`;
  return [
    {
      name: 'proof, check of a bundle',
      ours: { value: ours, unit: 'ms' },
      yardstick: { value: yardstick, unit: 'ms' },
      ratio,
      target: { at: 'most', ratio: MOST_RATIO },
      note:
        `${size}; the yardstick verifies one signature of a text of that length, and each witness of a ` +
        `reader costs as much again; ${formatSpread(outcome, ROUNDS)}`,
    },
    {
      name: 'proof, check of a bundle, absolute',
      ours: { value: ours, unit: 'ms' },
      yardstick: { value: MOST_MILLISECONDS, unit: 'ms' },
      ratio: ours / MOST_MILLISECONDS,
      target: { at: 'most', ratio: 1 },
      note: 'meant for a quiet machine',
    },
  ];
};
