// Reads secrets from files, as containers and systemd provide them: the variable NAME_FILE names the file for the
// secret NAME.
import { readFileSync } from 'node:fs';
import { own } from '../../src/basics/records.ts';
import { ConfigError, type Environment } from '../../src/service/config.ts';

/**
 * The variables whose value may be in a file. Only these are read, because other variables that end in `_FILE` mean
 * something else.
 */
const SECRETS = [
  'AWS_ACCESS_KEY_ID',
  'AWS_SECRET_ACCESS_KEY',
  'AWS_SESSION_TOKEN',
  'HUB_ATTESTATION_KEY',
  'HUB_DATABASE',
  'HUB_IDENTITY_KEY',
  'HUB_INDEX_TOKEN',
  'HUB_PUBLISHER_TOKEN',
  'HUB_REGISTRY_TOKEN',
  'HUB_SIGNING_KEY',
] as const;

/** The variables that name the files of secrets. */
export const secretFileNames: readonly string[] = SECRETS.map((name) => `${name}_FILE`);

/** Variables whose own value may also be `file:PATH`, because a private key has many lines. */
const KEYS = ['HUB_ATTESTATION_KEY'] as const;

/**
 * For each secret that has a variable NAME_FILE in `env`, sets NAME to the text of that file, without the line feed at
 * its end. An empty NAME_FILE counts as unset. Throws a ConfigError that names the variable if the file can't be read,
 * or if NAME is set too.
 */
export function readSecretFiles(env: Environment): void {
  for (const name of SECRETS) {
    const variable = `${name}_FILE`;
    const path = own(env, variable);
    if (!path) continue;
    if (own(env, name)) throw new ConfigError(variable, `can’t be set beside ${name}: unset one of the two`);
    env[name] = textOf(path, variable);
  }
  for (const name of KEYS) {
    const [, path] = /^file:(.+)$/.exec(own(env, name) ?? '') ?? [];
    if (path) env[name] = textOf(path, name);
  }
}

function textOf(path: string, variable: string): string {
  try {
    return readFileSync(path, 'utf8').replace(/\r?\n$/, '');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new ConfigError(variable, `names ${path}, which can’t be read (${code}): put the secret there`);
  }
}
