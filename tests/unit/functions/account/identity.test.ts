// Tests identity tokens by the list of attacks in RFC 8725: valid tokens, and every forbidden form.
import { createHmac, createPublicKey, generateKeyPairSync, sign } from 'node:crypto';
import { describe, expect, test, vi } from 'vitest';
import { createIdentityCheck } from '../../../../functions/account/identity.ts';
import {
  audience,
  claims,
  issuer,
  part,
  privateKey,
  publicKey,
  publicPem,
  signature,
  strangersKey,
  token,
  tokenFor,
} from '../../../fixtures/identity.ts';

const NOW = Date.parse('2026-11-20T12:00:00.000Z');
const seconds = NOW / 1000;
const check = createIdentityCheck({ key: publicKey, issuer, audience, now: () => NOW });
const good = claims('did:example:alice', NOW);
const ask = (one: string) => check(`Bearer ${one}`);
const NOT_OURS = { fault: 'is not one of this service' };

describe('a token is accepted', () => {
  test('if it is signed by the key, for this service, and valid now', async () => {
    expect(await ask(token(good))).toEqual({ did: 'did:example:alice' });
  });

  test.each([
    ['without a typ', token(good, { alg: 'ES256' })],
    ['whatever kid it names: there is one key', token(good, { alg: 'ES256', kid: '../../etc/passwd' })],
    ['for several audiences, this service among them', token({ ...good, aud: ['else', audience] })],
    ['without iat and nbf', token({ ...good, iat: undefined })],
    ['with claims that nobody here reads', token({ ...good, admin: true, name: 'Zoë' })],
    ['59 seconds after its end', token({ ...good, exp: seconds - 59 })],
    ['59 seconds before its begin', token({ ...good, nbf: seconds + 59, iat: seconds + 59 })],
    ['whose times have fractions', token({ ...good, exp: seconds + 0.5, nbf: seconds - 0.5 })],
  ])('%s', async (_, one) => {
    expect(await ask(one)).toEqual({ did: 'did:example:alice' });
  });

  test('with any case of the scheme `Bearer`', async () => {
    expect(await check(`bearer  ${token(good)}`)).toEqual({ did: 'did:example:alice' });
  });
});

describe('the algorithm must be ES256', () => {
  const unsigned = (alg: string) => `${part({ alg })}.${part(good)}.`;
  const withHmac = (secret: string | Buffer, alg = 'HS256') => {
    const signed = `${part({ alg, typ: 'JWT' })}.${part(good)}`;
    return `${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`;
  };
  const der = createPublicKey(publicPem).export({ type: 'spki', format: 'der' });
  test.each([
    ...['none', 'nOnE', ''].map((alg) => [`"${alg}" without a signature`, unsigned(alg)]),
    ...['none', 'ES384', 'es256', 'RS256'].map((alg) => [`"${alg}" with the signature of ES256`, token(good, { alg })]),
    ['HS256 keyed with the public PEM', withHmac(publicPem)],
    ['HS256 keyed with the public PEM, trimmed', withHmac(publicPem.trim())],
    ['HS256 keyed with the public DER', withHmac(der)],
    ['HS256 that says it is ES256', withHmac(publicPem, 'ES256')],
    ['no alg', token(good, { typ: 'JWT' })],
    ['alg as a list', token(good, { alg: ['ES256'] })],
  ])('refused: %s', async (_, one) => {
    expect(await ask(one!)).toEqual(NOT_OURS);
  });
});

describe('no header leads to another key', () => {
  const { publicKey: strange } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const strangers = createPublicKey(strangersKey).export({ format: 'jwk' });
  test.each([
    ['crit', { crit: ['exp'] }],
    ['crit, empty', { crit: [] }],
    ['b64', { b64: false, crit: ['b64'] }],
    ['jwk', { jwk: strange.export({ format: 'jwk' }) }],
    ['jku', { jku: 'http://127.0.0.1:1/keys' }],
    ['x5u', { x5u: 'http://127.0.0.1:1/cert' }],
    ['x5c', { x5c: ['MIIB'] }],
    ['a typ of another kind', { typ: 'at+jwt' }],
    ['a typ that is no text', { typ: 1 }],
  ])('%s, although the signature is right', async (_, header) => {
    const fetched = vi.spyOn(globalThis, 'fetch');
    expect(await ask(token(good, { alg: 'ES256', ...header }))).toEqual(NOT_OURS);
    expect(fetched).not.toHaveBeenCalled();
    fetched.mockRestore();
  });

  test.each([
    ['jwk', { jwk: strangers }],
    ['kid', { kid: 'stranger' }],
    ['nothing', {}],
  ])('a stranger’s signature is refused, with the header %s', async (_, header) => {
    expect(await ask(token(good, { alg: 'ES256', ...header }, strangersKey))).toEqual(NOT_OURS);
  });
});

describe('the signature must be right and have 64 bytes', () => {
  const signed = `${part({ alg: 'ES256', typ: 'JWT' })}.${part(good)}`;
  const bytes = signature(signed);
  const flipped = Buffer.from(bytes);
  flipped[40]! ^= 1;

  test.each([
    ['DER', sign('sha256', Buffer.from(signed), { key: privateKey, dsaEncoding: 'der' })],
    ['one byte more', Buffer.concat([bytes, Buffer.from([0])])],
    ['a bit is flipped', flipped],
  ])('refused: %s', async (_, one) => {
    expect(await ask(`${signed}.${part(one)}`)).toEqual(NOT_OURS);
  });

  test('a token with a changed payload or header is refused', async () => {
    const [header, , end] = token(good).split('.');
    expect(await ask(`${header}.${part({ ...good, sub: 'did:example:mallory' })}.${end}`)).toEqual(NOT_OURS);
    expect(await ask(`${part({ typ: 'JWT', alg: 'ES256' })}.${part(good)}.${end}`)).toEqual(NOT_OURS);
  });
});

describe('the form is strict', () => {
  const one = token(good);
  const [header = '', payload = '', end = ''] = one.split('.');
  /** The signature with one of the four unused bits set in its last character. */
  const stray = end.slice(0, -1) + { A: 'B', Q: 'R', g: 'h', w: 'x' }[end.at(-1)!];
  test.each([
    ['padding', `${header}.${payload}.${end}==`],
    ['stray bits', `${header}.${payload}.${stray}`],
    ['the other alphabet', `${header}.${payload}.${end.slice(0, -2)}+/`],
    ['a line feed', `${header}.${payload}\n.${end}`],
    ['two parts', `${header}.${payload}`],
    ['an empty header', `.${payload}.${end}`],
    ['an empty payload', `${header}..${end}`],
    ['a header that is a list', token(good, '["ES256"]')],
    ['a header that names alg twice', token(good, '{"alg":"none","alg":"ES256"}')],
    ['a header that is not JSON', token(good, '{alg:ES256}')],
    ['nothing', ''],
    ['a JWE', `${header}.${payload}.${end}.${payload}.${end}`],
  ])('refused: %s', async (_, bad) => {
    expect(await ask(bad)).toEqual(NOT_OURS);
  });

  test('a token of more than 8 KiB is refused without being read', async () => {
    const long = token({ ...good, filler: 'x'.repeat(8000) });
    expect(long.length).toBeGreaterThan(8192);
    expect(await ask(long)).toEqual(NOT_OURS);
    const fits = token({ ...good, filler: 'x'.repeat(5000) });
    expect(await ask(fits)).toEqual({ did: good.sub });
  });

  test.each([
    ['Basic', `Basic ${one}`],
    ['no scheme', one],
    ['two tokens', `Bearer ${one} ${one}`],
    ['two headers, joined', `Bearer ${one}, Bearer ${one}`],
    ['a scheme alone', 'Bearer'],
    ['nothing', ''],
  ])('refused: %s', async (_, authorization) => {
    expect(await check(authorization)).toEqual(NOT_OURS);
  });

  test('a missing header has its own error', async () => {
    expect(await check(undefined)).toEqual({ fault: 'missing' });
  });
});

describe('the payload must be one JSON object', () => {
  test.each([
    ['a member twice, once in other letters', JSON.stringify(good).replace('{', '{"s\\u0075b":"did:example:mallory",')],
    [
      'a prototype',
      JSON.stringify(good).replace('"sub":"did:example:alice"', '"__proto__":{"sub":"did:example:alice"}'),
    ],
  ])('refused: %s', async (_, payload) => {
    expect(await ask(token(payload))).toEqual(NOT_OURS);
  });
});

describe('claims', () => {
  test.each([
    ['another issuer', { iss: 'https://evil.example' }, 'is for somebody else'],
    ['an issuer that only begins so', { iss: `${issuer}.evil.example` }, 'is for somebody else'],
    ['no issuer', { iss: undefined }, 'is for somebody else'],
    ['a list of issuers', { iss: [issuer] }, 'is for somebody else'],
    ['another audience', { aud: 'else' }, 'is for somebody else'],
    ['other audiences', { aud: ['else', 'other'] }, 'is for somebody else'],
    ['no audience', { aud: undefined }, 'is for somebody else'],
    ['an empty list of audiences', { aud: [] }, 'is for somebody else'],
    ['audiences of which one is no text', { aud: [audience, 1] }, 'is for somebody else'],
    ['an end a minute ago', { exp: seconds - 60 }, 'has expired'],
    ['a begin in more than a minute', { nbf: seconds + 61 }, 'is not valid yet'],
    ['an issue in more than a minute', { iat: seconds + 61 }, 'is not valid yet'],
    ['no end', { exp: undefined }, NOT_OURS.fault],
    ['an end as text', { exp: String(seconds + 600) }, NOT_OURS.fault],
    ['an end beyond all numbers', { exp: null }, NOT_OURS.fault],
    ['a begin as text', { nbf: '0' }, NOT_OURS.fault],
    ['an issue as text', { iat: 'yesterday' }, NOT_OURS.fault],
    ['no subject', { sub: undefined }, NOT_OURS.fault],
    ['an empty subject', { sub: '' }, NOT_OURS.fault],
    ['a subject of spaces', { sub: '  ' }, NOT_OURS.fault],
    ['a subject that is a number', { sub: 7 }, NOT_OURS.fault],
    ['a subject with a line feed', { sub: 'did:a\nb' }, NOT_OURS.fault],
    ['a subject with a NUL', { sub: 'did:a\0' }, NOT_OURS.fault],
    ['a subject of half a character', { sub: 'did:\ud800' }, NOT_OURS.fault],
    ['a subject of 257 characters', { sub: 'd'.repeat(257) }, NOT_OURS.fault],
  ])('refused: %s', async (_, changed, fault) => {
    expect(await ask(token({ ...good, ...changed }))).toEqual({ fault });
  });

  test('an expiry of 1e999, which is read as infinity, is refused', async () => {
    expect(await ask(token(JSON.stringify(good).replace(/"exp":\d+/, '"exp":1e999')))).toEqual(NOT_OURS);
  });

  test('issuer and audience are not checked if the operator sets none', async () => {
    const open = createIdentityCheck({ key: publicKey, issuer: undefined, audience: undefined, now: () => NOW });
    expect(await open(`Bearer ${token({ sub: 'a', exp: seconds + 1 })}`)).toEqual({ did: 'a' });
  });
});

test('an error repeats no part of the token', async () => {
  const secret = 'did:example:very-secret';
  for (const one of [token({ ...good, sub: secret, exp: 1 }), token({ ...good, sub: secret }, {}), tokenFor(secret)])
    expect(
      JSON.stringify(
        await createIdentityCheck({ key: publicKey, issuer: 'x', audience, now: Date.now })(`Bearer ${one}`),
      ),
    ).not.toContain('very');
});

test('a key that could not be imported is imported again for the next caller', async () => {
  const fresh = createIdentityCheck({ key: publicKey, issuer, audience, now: () => NOW });
  vi.spyOn(crypto.subtle, 'importKey').mockRejectedValueOnce(new Error('too many open files'));
  await expect(fresh(`Bearer ${token(good)}`)).rejects.toThrow('too many open files');
  vi.restoreAllMocks();
  expect(await fresh(`Bearer ${token(good)}`)).toEqual({ did: 'did:example:alice' });
});
