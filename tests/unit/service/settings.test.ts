// Tests that the documentation page about settings lists exactly the variables that the code reads.
import { expect, test } from 'vitest';
import { type Environment, readConfig } from '../../../src/service/config.ts';
import { settingNames } from '../../../src/service/settings.ts';

const SECRET = 'x'.repeat(40);
const BUCKET = { AWS_REGION: 'auto', AWS_ACCESS_KEY_ID: SECRET, AWS_SECRET_ACCESS_KEY: SECRET };
const SOURCES = { HUB_SOURCE_SRCA: '', HUB_SOURCE_SRCB: '', HUB_SOURCE_IPFS: '' };
/** Only the commands `pull` and `lock` read these variables, because they are clients of a hub. */
const OF_CLIENTS = ['HUB_URL', 'HUB_SOURCE_TOKENS'];
/** These variables are other names for listed ones, and S3 tools read them too. */
const SPELLINGS = ['AWS_DEFAULT_REGION', 'AWS_ENDPOINT_URL_S3'];

test('the page lists exactly the variables that the code reads', () => {
  const read = new Set<string>();
  const values: Environment = { HUB_TREE: 's3://bucket/tree', ...BUCKET, ...SOURCES };
  const own = (target: Environment, name: string | symbol) => {
    read.add(String(name));
    return Reflect.getOwnPropertyDescriptor(target, name);
  };
  const get = (target: Environment, name: string | symbol) => own(target, name)?.value;
  readConfig(new Proxy(values, { get, getOwnPropertyDescriptor: own }));
  const names = [...read].filter((name) => !SPELLINGS.includes(name) && !name.endsWith('_FILE'));
  expect(settingNames.toSorted()).toEqual([...names, ...OF_CLIENTS].toSorted());
});
