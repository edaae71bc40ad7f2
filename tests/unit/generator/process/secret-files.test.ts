// Tests secrets in files: their text is read into the variables, or an error names the variable and no secret.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readSecretFiles } from '../../../../generator/process/secret-files.ts';
import { type Environment, readConfig } from '../../../../src/service/config.ts';
import { hubCommand } from '../../../faults/hub-command.ts';
import { attestationPem } from '../../../fixtures/attestation.ts';
import { folderOfFile } from '../../../fixtures/own-folder.ts';

const folder = folderOfFile();
const GONE = join(folder, 'gone');
const file = (name: string, text: string) => {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
};

test('the text of a file becomes its variable, without the line feed at the end', () => {
  const env: Environment = {
    HUB_DATABASE_FILE: file('database', 'postgres://hub:s3cret@db/hub\n'),
    HUB_PUBLISHER_TOKEN_FILE: file('token', 'a-token\r\n'),
    HUB_REGISTRY_TOKEN_FILE: '',
  };
  readSecretFiles(env);
  const config = readConfig(env);
  expect(config.database).toMatchObject({ kind: 'postgres' });
  expect(env.HUB_DATABASE).toBe('postgres://hub:s3cret@db/hub');
  expect(config.publisherToken?.reveal()).toBe('a-token');
  expect(config.registryToken).toBeUndefined();
});

test('the variable of a private key may name the key’s file', () => {
  const env: Environment = { HUB_ATTESTATION_KEY: `file:${file('key', attestationPem)}` };
  readSecretFiles(env);
  expect(env.HUB_ATTESTATION_KEY).toBe(attestationPem.trimEnd());
  const refused = () => readSecretFiles({ HUB_ATTESTATION_KEY: `file:${GONE}` });
  expect(refused).toThrow(`HUB_ATTESTATION_KEY names ${GONE}, which can’t be read (ENOENT)`);
});

test.each([
  ['a file that is not there', {}, `HUB_DATABASE_FILE names ${GONE}, which can’t be read (ENOENT)`],
  ['the secret beside it', { HUB_DATABASE: 'sqlite:x' }, 'HUB_DATABASE_FILE can’t be set beside HUB_DATABASE: '],
] as const)('the error says %s', (_, more, sentence) => {
  expect(() => readSecretFiles({ ...more, HUB_DATABASE_FILE: GONE })).toThrow(sentence);
});

test('every command reads them', async () => {
  const { code, err } = await hubCommand(['--help'], { HUB_SIGNING_KEY_FILE: GONE });
  expect([code, err]).toEqual([
    1,
    expect.stringContaining(`model-hub: HUB_SIGNING_KEY_FILE names ${GONE}, which can’t be`),
  ]);
});
