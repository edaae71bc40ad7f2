// Tests the ES256 check with keys and signatures made here: valid ones, and invalid ones that a careless check
// would accept.
import { createHmac, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { parseIdentityKey } from '../../../../src/service/identity-key.ts';
import {
  createSignatureCheck,
  part,
  privateKey,
  publicKey,
  publicPem,
  signature,
  strangersKey,
} from '../../../fixtures/identity.ts';

/** The order of the curve's group and the prime of its field (SEC 2, section 2.4.2). */
const N = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;
const P = 0xffffffff00000001000000000000000000000000ffffffffffffffffffffffffn;

const payload = part({ sub: 'someone' });
const head = `${part({ alg: 'ES256' })}.${payload}`;
const whole = signature(head);
const numberOf = (bytes: Uint8Array) => BigInt(`0x${Buffer.from(bytes).toString('hex')}`);
const [r, s] = [numberOf(whole.subarray(0, 32)), numberOf(whole.subarray(32))];
const bytesOf = (number: bigint) => Buffer.from(number.toString(16).padStart(64, '0'), 'hex');
const pair = (first: bigint, second: bigint) => Buffer.concat([bytesOf(first), bytesOf(second)]);

let check: Awaited<ReturnType<typeof createSignatureCheck>>;
beforeAll(async () => {
  check = await createSignatureCheck(publicKey);
});
const accepted = (bytes: Uint8Array, signed = head) => check(`${signed}.${part(bytes)}`);

describe('accepted', () => {
  test('a signature is accepted, and its mirror image too, which is valid although no key holder made it', async () => {
    expect(await accepted(whole)).toBe(true);
    expect(await accepted(pair(r, N - s))).toBe(true);
  });
});

describe('refused', () => {
  test.each<[name: string, bytes: Uint8Array]>([
    ['nothing', Buffer.alloc(0)],
    ['zeros, which a check without bounds takes for any message', pair(0n, 0n)],
    ['a first number of zero', pair(0n, s)],
    ['a second number of zero', pair(r, 0n)],
    ['the order of the group', pair(N, N)],
    ['the signature of another message', signature(`${part({ alg: 'ES256' })}.${part({ sub: 'else' })}`)],
    ['the signature of another key', signature(head, strangersKey)],
    ['the form of certificates', sign('sha256', Buffer.from(head), privateKey)],
    ['SHA-512 in place of SHA-256', sign('sha512', Buffer.from(head), { key: privateKey, dsaEncoding: 'ieee-p1363' })],
    ['a byte less', whole.subarray(0, 63)],
    ['a byte more', Buffer.concat([whole, Buffer.alloc(1)])],
    ['numbers of 33 bytes', Buffer.concat([Buffer.alloc(1), bytesOf(r), Buffer.alloc(1), bytesOf(s)])],
  ])('%s', async (_name, bytes) => expect(await accepted(bytes)).toBe(false));

  test('other spellings of the same bytes are refused', async () => {
    const text = part(whole);
    const twin = text.slice(0, -1) + { A: 'B', Q: 'R', g: 'h', w: 'x' }[text.at(-1)!];
    for (const spelled of [`${text}=`, `${text}==`, `${text}\n`, ` ${text}`, twin, text.replaceAll('-', '+')])
      if (spelled !== text) expect(await check(`${head}.${spelled}`), spelled).toBe(false);
  });
});

describe('other algorithms, each valid under a key of its own, are refused', () => {
  const signedBy = (alg: string, make: (signed: Buffer) => Uint8Array) => {
    const signed = `${part({ alg })}.${payload}`;
    return `${signed}.${part(make(Buffer.from(signed)))}`;
  };
  const keys = (make: () => { publicKey: KeyObject; privateKey: KeyObject }) => {
    const { publicKey, privateKey } = make();
    return { jwk: publicKey.export({ format: 'jwk' }), privateKey };
  };
  const rsa = keys(() => generateKeyPairSync('rsa', { modulusLength: 2048 }));
  const larger = keys(() => generateKeyPairSync('ec', { namedCurve: 'P-384' }));
  const bitcoin = keys(() => generateKeyPairSync('ec', { namedCurve: 'secp256k1' }));
  const edwards = keys(() => generateKeyPairSync('ed25519'));
  const raw = (hash: string | null, key: KeyObject) => (signed: Buffer) =>
    sign(hash, signed, { key, dsaEncoding: 'ieee-p1363' });

  test.each<[alg: string, jwk: object, token: string]>([
    ['RS256', rsa.jwk, signedBy('RS256', (signed) => sign('sha256', signed, rsa.privateKey))],
    ['ES384', larger.jwk, signedBy('ES384', raw('sha384', larger.privateKey))],
    ['ES256K', bitcoin.jwk, signedBy('ES256K', raw('sha256', bitcoin.privateKey))],
    ['EdDSA', edwards.jwk, signedBy('EdDSA', (signed) => sign(null, signed, edwards.privateKey))],
  ])('%s', async (_alg, jwk, token) => {
    expect(typeof parseIdentityKey(JSON.stringify(jwk))).toBe('string');
    expect(await check(token)).toBe(false);
    // The same token must also fail with ES256 in its header.
    expect(await check(token.replace(/^[^.]*/, part({ alg: 'ES256' })))).toBe(false);
  });

  test.each(['none', 'None', 'nOnE', ''])('a token without a signature is refused under alg %j', async (alg) => {
    for (const end of ['', part(''), part(whole)])
      expect(await check(`${part({ alg })}.${payload}.${end}`)).toBe(false);
  });

  test('a MAC whose secret is the public key is refused', async () => {
    for (const secret of [publicPem, publicPem.trim(), JSON.stringify(publicKey)])
      for (const alg of ['HS256', 'ES256'])
        expect(await check(signedBy(alg, (signed) => createHmac('sha256', secret).update(signed).digest()))).toBe(
          false,
        );
  });
});

describe('keys with which no signature is valid', () => {
  const { x, y } = publicKey;
  const coordinate = (number: bigint) => part(bytesOf(number));
  const at = (text: string) => numberOf(Buffer.from(text, 'base64url'));

  test.each<[name: string, key: object]>([
    ['a private key', privateKey.export({ format: 'jwk' })],
    ['one for encryption', { ...publicKey, use: 'enc' }],
    ['one to sign with only', { ...publicKey, key_ops: ['sign'] }],
    ['one for another algorithm', { ...publicKey, alg: 'ES384' }],
    ['one of another curve by name', { ...publicKey, crv: 'P-384' }],
    ['one without a coordinate', { ...publicKey, y: undefined }],
    ['a coordinate of 31 bytes', { ...publicKey, x: part(bytesOf(at(x)).subarray(1)) }],
    ['a coordinate of 33 bytes', { ...publicKey, x: part(Buffer.concat([Buffer.alloc(1), bytesOf(at(x))])) }],
    ['a point beside the curve', { ...publicKey, y: coordinate(at(y) ^ 1n) }],
    ['the coordinates exchanged', { ...publicKey, x: y, y: x }],
    ['the point at infinity, as zeros', { ...publicKey, x: coordinate(0n), y: coordinate(0n) }],
    ['a coordinate as large as the field', { ...publicKey, x: coordinate(P) }],
    ['the mirror image of the key', { ...publicKey, y: coordinate(P - at(y)) }],
  ])('%s', async (_name, key) => {
    const parsed = parseIdentityKey(JSON.stringify(key));
    if (typeof parsed === 'string') return expect(parsed).not.toBe('');
    // If the point of a key is not on the curve, even the import of the key fails.
    const other = await createSignatureCheck(parsed).catch(() => undefined);
    expect((await other?.(`${head}.${part(whole)}`)) ?? false).toBe(false);
  });
});
