// Tests the attestation key in its usual forms. Any other text is refused with a sentence that repeats no part of
// it.
import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { inspect } from 'node:util';
import { describe, expect, test } from 'vitest';
import { ConfigError, readConfig } from '../../../src/service/config.ts';
import { parseAttestationKey } from '../../../src/service/keys.ts';
import { attestationPem, attestationSecret } from '../../fixtures/attestation.ts';

const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const pem = (key: KeyObject, type: 'pkcs8' | 'sec1' | 'spki') =>
  key.export({ type, format: 'pem' } as never).toString();
const secret = Buffer.from(privateKey.export({ format: 'jwk' }).d!, 'base64url').toString('hex');
const sec1 = pem(privateKey, 'sec1');
const parameters = '-----BEGIN EC PARAMETERS-----\nBggqhkjOPQMBBw==\n-----END EC PARAMETERS-----\n';

test.each([
  ['PKCS #8', pem(privateKey, 'pkcs8'), secret],
  ['SEC 1 behind the parameters, as openssl ecparam writes it', parameters + sec1, secret],
  ['one line, its line feeds written as \\n', sec1.replaceAll('\n', '\\n'), secret],
  ['PKCS #8 without the public point', attestationPem, attestationSecret],
])('the key as %s is read', (_, text, wanted) => {
  expect(parseAttestationKey(text)).toEqual({ secret: wanted });
});

const locked = { type: 'pkcs8', format: 'pem', cipher: 'aes-128-cbc', passphrase: 'x' } as const;
const zero = attestationPem.replace(
  /\n.*\n/,
  `\n${Buffer.from(`3041020100301306072a8648ce3d020106082a8648ce3d030107042730250201010420${'0'.repeat(64)}`, 'hex').toString('base64')}\n`,
);

describe('a wrong attestation key stops the start with a sentence that names the variable and the fix', () => {
  const noKey =
    /must be a private ECDSA key on the curve P-256 as PEM, and nothing else: make one with "openssl ecparam/;
  test.each([
    ['the public one', pem(publicKey, 'spki'), noKey],
    ['Ed25519', pem(generateKeyPairSync('ed25519').privateKey, 'pkcs8'), noKey],
    ['a locked one', privateKey.export(locked).toString(), /is locked with a passphrase: unlock it with "openssl pkey/],
    ['a certificate beside it', `${sec1}-----BEGIN CERTIFICATE-----\n-----END CERTIFICATE-----\n`, noKey],
    ['one that is cut', sec1.slice(0, 90), noKey],
    ['a number that is no key', zero, noKey],
  ])('refused: %s', (_, text, sentence) => {
    const failed = failure(() => readConfig({ HUB_ATTESTATION_KEY: text }));
    expect(failed).toBeInstanceOf(ConfigError);
    expect(failed.message).toMatch(/^HUB_ATTESTATION_KEY .*\.$/);
    expect(failed.message).toMatch(sentence);
    for (const line of text.split('\n').filter((one) => !one.startsWith('-----') && one.length > 8))
      expect(failed.message).not.toContain(line);
  });
});

function failure(work: () => unknown): Error {
  try {
    work();
  } catch (error) {
    return error as Error;
  }
  throw new Error('nothing was refused');
}

test('the attestation key is absent if the variable is not set, and is never printed', () => {
  expect(readConfig({ HUB_ATTESTATION_KEY: '' }).attestationKey).toBeUndefined();
  const config = readConfig({ HUB_ATTESTATION_KEY: attestationPem });
  expect(config.attestationKey?.reveal()).toBe(attestationSecret);
  expect(JSON.stringify(config) + inspect(config, { depth: null, showHidden: true })).not.toContain(attestationSecret);
});
