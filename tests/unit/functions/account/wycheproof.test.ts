// Runs the public Wycheproof test vectors for ES256. Every signature and key must get the published verdict. The tests
// in `es256.test.ts` explain the attacks.
import { describe, expect } from 'vitest';
import { parseIdentityKey } from '../../../../src/service/identity-key.ts';
import { createSignatureCheck, part } from '../../../fixtures/identity.ts';
import { outsideTest } from '../../../fixtures/outside.ts';

interface Vector {
  tcId: number;
  comment: string;
  result: 'valid' | 'invalid' | 'acceptable';
}
interface Group<T> {
  tests: (Vector & T)[];
}
const read = <G>(text: string) => (JSON.parse(text) as { testGroups: G[] }).testGroups;

/** Returns true if the service accepts the token `jws` under the key. */
async function accepts(key: object, jws: string): Promise<boolean> {
  const parsed = parseIdentityKey(JSON.stringify(key));
  return typeof parsed !== 'string' && (await createSignatureCheck(parsed))(jws);
}

const JWS = 'vectors/wycheproof-json_web_signature_test.json';
const P1363 = 'vectors/wycheproof-ecdsa_secp256r1_sha256_p1363_test.json';
const JWK = 'vectors/wycheproof-json_web_key_test.json';

describe('Wycheproof', () => {
  outsideTest(JWS, 'tokens signed with P-256', async (signatures) => {
    type Jws = Group<{ jws: string }> & { public?: { kty: string; crv?: string } };
    const groups = read<Jws>(signatures).filter((group) => group.public?.crv === 'P-256');
    const all = groups.flatMap((group) => group.tests.map((one) => ({ ...one, key: group.public! })));
    expect(all.length).toBe(41);
    const wrong: string[] = [];
    for (const { tcId, comment, result, jws, key } of all)
      if ((await accepts(key, jws)) !== (result === 'valid')) wrong.push(`${tcId} ${comment}: ${result}`);
    expect(wrong).toEqual([]);
  });

  outsideTest(JWS, 'tokens of every other algorithm are refused under their own key', async (signatures) => {
    type Jws = Group<{ jws: string }> & { public?: { crv?: string }; private?: object };
    const groups = read<Jws>(signatures).filter((group) => group.public?.crv !== 'P-256');
    let asked = 0;
    for (const group of groups)
      for (const { jws, tcId } of group.tests) {
        asked++;
        expect(await accepts(group.public ?? group.private ?? {}, jws), `${tcId}`).toBe(false);
      }
    expect(asked).toBe(360);
  });

  outsideTest(P1363, 'raw signatures: those of 64 bytes are judged alike, all others are refused', async (raw) => {
    type P1363 = Group<{ msg: string; sig: string }> & { publicKeyPem: string };
    const { subtle } = crypto;
    let asked = 0;
    for (const { publicKeyPem, tests } of read<P1363>(raw)) {
      const parsed = parseIdentityKey(publicKeyPem);
      if (typeof parsed === 'string') throw new Error(parsed);
      const algorithm = { name: 'ECDSA', namedCurve: 'P-256' };
      const key = await subtle.importKey('jwk', { ...parsed }, algorithm, false, ['verify']);
      for (const { tcId, msg, sig, result } of tests) {
        asked++;
        const bytes = Buffer.from(sig, 'hex');
        const good = await subtle.verify({ name: 'ECDSA', hash: 'SHA-256' }, key, bytes, Buffer.from(msg, 'hex'));
        expect(good, `${tcId}`).toBe(result === 'valid');
        // The message is not a valid token, so the check must refuse it without an exception.
        const token = `${part({ alg: 'ES256' })}.${Buffer.from(msg, 'hex').toString('base64url')}.${part(bytes)}`;
        expect(await (await createSignatureCheck(parsed))(token)).toBe(false);
      }
    }
    expect(asked).toBe(262);
  });

  outsideTest(
    JWK,
    'keys: nothing passes, since those for ES256 are for another use, broken, or private',
    async (keys) => {
      type Key = Group<{ jws: string }> & Record<'public' | 'private', { keys: object[] } | undefined>;
      let asked = 0;
      for (const group of read<Key>(keys))
        for (const { tcId, jws } of group.tests) {
          asked++;
          for (const key of [...(group.public?.keys ?? []), ...(group.private?.keys ?? [])]) {
            // If the point of a key is not on the curve, even the import of the key fails.
            const accepted = await accepts(key, jws).catch(() => false);
            expect(accepted, `${tcId} ${JSON.stringify(key)}`).toBe(false);
          }
        }
      expect(asked).toBe(26);
    },
  );
});
