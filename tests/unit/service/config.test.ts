/** Tests the environment variables of a hub: the defaults, every variable, and one sentence for every wrong value. */
import { generateKeyPairSync } from 'node:crypto';
import { inspect } from 'node:util';
import { describe, expect, test } from 'vitest';
import type { Secret } from '../../../src/basics/secret.ts';
import {
  type BucketPlace,
  ConfigError,
  checkSpacesUrl,
  publicBaseUrl,
  readConfig,
  sourceVariable,
} from '../../../src/service/config.ts';
import { parseIdentityKey } from '../../../src/service/keys.ts';

test('an environment without variables, or with empty ones, gives the defaults', () => {
  const defaults = {
    host: '127.0.0.1',
    port: 4321,
    baseUrl: undefined,
    data: '.hub',
    dist: 'dist',
    tree: { folder: 'dist' },
    treeSeconds: 86_400,
    objects: '.hub/objects',
    published: { folder: '.hub/objects/published' },
    cache: { folder: '.hub/cache', bytes: 2 ** 30 },
    database: { kind: 'sqlite', path: '.hub/hub.db' },
    service: undefined,
    signingKeys: undefined,
    publisherToken: undefined,
    registryToken: undefined,
    identity: { key: undefined, issuer: undefined, audience: undefined },
    hosts: new Set(),
    sourceBases: {},
    probeSeconds: 30,
    edge: true,
    drainSeconds: 0,
    mirrorBytes: 2 ** 34,
    upstreamPrivate: false,
    metrics: undefined,
  };
  expect(readConfig({})).toEqual(defaults);
  expect(readConfig({ HOST: '', PORT: '', HUB_DATA: '', HUB_PROBE: '', HUB_EDGE: '', HUB_SOURCE_SRCA: '' })).toEqual(
    defaults,
  );
});

test('every variable is read', () => {
  const config = readConfig({
    HOST: '::1',
    PORT: '0',
    HUB_BASE_URL: 'https://hub.example/',
    HUB_DATA: '/d',
    HUB_DIST: '/t',
    HUB_SERVICE: 's.yaml',
    HUB_DATABASE: 'sqlite:/db/x.db',
    HUB_OBJECTS: 'file:///o',
    HUB_TREE: 'file:/tree',
    HUB_TREE_SECONDS: '60',
    HUB_PROBE: 'off',
    HUB_EDGE: 'off',
    HUB_MIRROR_GIB: '40',
    HUB_UPSTREAM_PRIVATE: 'on',
    HUB_PUBLISHER_TOKEN: 'p',
    HUB_REGISTRY_TOKEN: 'r',
    HUB_IDENTITY_ISSUER: 'i',
    HUB_IDENTITY_AUDIENCE: 'a',
    HUB_SOURCE_SRCA: 'http://127.0.0.1:9/',
    HUB_SOURCE_MY_MIRROR: 'https://m.example/a/b/',
  });
  expect(config).toMatchObject({
    host: '::1',
    port: 0,
    baseUrl: 'https://hub.example',
    data: '/d',
    dist: '/t',
    service: 's.yaml',
    objects: '/o',
    tree: { folder: '/tree' },
    treeSeconds: 60,
    database: { kind: 'sqlite', path: '/db/x.db' },
    probeSeconds: undefined,
    edge: false,
    mirrorBytes: 40 * 2 ** 30,
    identity: { issuer: 'i', audience: 'a' },
    sourceBases: { srca: 'http://127.0.0.1:9', 'my-mirror': 'https://m.example/a/b' },
  });
  expect(config.publisherToken?.reveal()).toBe('p');
  expect(config.registryToken?.reveal()).toBe('r');
  expect(readConfig({ HUB_DATA: 'x', HUB_OBJECTS: 'file:o', HUB_DATABASE: 'sqlite:y' })).toMatchObject({
    objects: 'o',
    database: { path: 'y' },
  });
  expect(sourceVariable('my-mirror')).toBe('HUB_SOURCE_MY_MIRROR');
});

const secret = 'hunter2';

test.each([undefined, 'http://login.example', 'https://me:x@login.example'])(
  'an identity client needs the address of its provider, and %j is none',
  (issuer) => {
    const read = () => readConfig({ HUB_IDENTITY_CLIENT: 'model-hub', HUB_IDENTITY_ISSUER: issuer });
    expect(read).toThrow(/^HUB_IDENTITY_ISSUER must be the https address of the identity provider/);
  },
);

test.each(['https://login.example/realms/a', 'http://[::1]:9/'])('the issuer %s is used as it is written', (issuer) => {
  const { identity } = readConfig({ HUB_IDENTITY_CLIENT: 'model-hub', HUB_IDENTITY_ISSUER: issuer });
  expect(identity).toMatchObject({ client: 'model-hub', issuer });
});

test.each(['postgres', 'postgresql'])(
  'a database is named by an address with %s:, which is never printed',
  (scheme) => {
    const url = `${scheme}://me:${secret}@db.example:5433/hub?sslmode=require`;
    const config = readConfig({ HUB_DATABASE: url, HUB_DATA: '/d' });
    expect(config).toMatchObject({ database: { kind: 'postgres' } });
    expect((config.database as { url: Secret }).url.reveal()).toBe(url);
    for (const printed of [JSON.stringify(config), inspect(config, { depth: 9 }), String(config.database)])
      expect(printed).not.toContain(secret);
  },
);

test.each([
  ['HOST', 'http://x', /must be a host name/],
  ['PORT', '65536', /must be a whole number from 0 to 65535/],
  ['HUB_BASE_URL', 'hub.example', /must be an http\(s\) address/],
  ['HUB_BASE_URL', 'https://hub.example/path', /without login, path or query/],
  ['HUB_BASE_URL', `https://me:${secret}@hub.example`, /without login/],
  ['HUB_HOSTS', 'hub.example:80', /must be names without scheme/],
  ['HUB_DATA', 'a\0b', /holds a control character/],
  ['HUB_DATABASE', `postgres:${secret}`, /must name a server and a database/],
  ['HUB_DATABASE', `postgres://me:${secret}@db/`, /must name a server and a database/],
  ['HUB_DATABASE', `mysql://me:${secret}@db`, /must be sqlite:PATH or postgres:/],
  ['HUB_OBJECTS', `s3://${secret}_`, /must be s3:\/\/BUCKET\/PREFIX/],
  ['HUB_OBJECTS', '/objects', /must be file:PATH/],
  ['HUB_TREE', `s3://bucket/../${secret}`, /must be s3:\/\/BUCKET\/PREFIX/],
  ['HUB_DRAIN_SECONDS', '601', /must be a whole number from 0 to 600/],
  ['HUB_PUBLISHER_TOKEN', `${secret} `, /must be visible ASCII/],
  ['HUB_IDENTITY_KEY', secret, /is neither a PEM public key \(BEGIN PUBLIC KEY\) nor a JWK/],
  ['HUB_SOURCE_SRCA', `http://me:${secret}@x`, /without login/],
  ['HUB_PROBE', '0', /must be off or a whole number from 1 to 86400/],
  ['HUB_EDGE', 'no', /must be on or off/],
])('%s=%j stops the start with one sentence that names it', (variable, value, fault) => {
  const read = () => readConfig({ [variable]: value });
  expect(read).toThrow(ConfigError);
  try {
    read();
  } catch (error) {
    const { message } = error as ConfigError;
    expect(error).toMatchObject({ variable });
    expect(message).toMatch(new RegExp(`^${variable} [^\\n]*\\.$`));
    expect(message).toMatch(fault);
    expect(message).not.toContain(secret);
  }
});

const bucketEnvironment = {
  HUB_TREE: 's3://my.bucket/hub/today/',
  AWS_REGION: 'eu-west-1',
  AWS_ACCESS_KEY_ID: 'AKIAEXAMPLE',
  AWS_SECRET_ACCESS_KEY: secret,
};

test('a bucket is configured by the same variables as in S3 tools', () => {
  const { tree, cache } = readConfig(bucketEnvironment);
  const { bucket } = tree as { bucket: BucketPlace };
  expect(bucket).toMatchObject({
    bucket: 'my.bucket',
    prefix: 'hub/today',
    region: 'eu-west-1',
    keyId: 'AKIAEXAMPLE',
    session: undefined,
    endpoint: 'https://s3.eu-west-1.amazonaws.com',
    isPathStyle: true,
  });
  expect(bucket.key.reveal()).toBe(secret);
  expect(cache).toEqual({ folder: '.hub/cache', bytes: 2 ** 30 });
  const own = readConfig({
    ...bucketEnvironment,
    HUB_TREE: undefined,
    HUB_OBJECTS: 's3://bucket',
    HUB_CACHE: '/c',
    HUB_CACHE_MIB: '3',
    AWS_REGION: '',
    AWS_DEFAULT_REGION: 'auto',
    AWS_SESSION_TOKEN: 'lent',
    AWS_ENDPOINT_URL: 'https://other.example',
    AWS_ENDPOINT_URL_S3: 'http://127.0.0.1:7070/',
  });
  expect(own.published).toMatchObject({
    bucket: { bucket: 'bucket', prefix: '', region: 'auto', endpoint: 'http://127.0.0.1:7070', isPathStyle: true },
  });
  expect(own).toMatchObject({ objects: '.hub/objects', cache: { folder: '/c', bytes: 3 * 2 ** 20 } });
  const plain = readConfig({ ...bucketEnvironment, HUB_TREE: 's3://bucket/x' });
  expect(plain.tree).toMatchObject({ bucket: { isPathStyle: false } });
});

test.each([
  ['AWS_REGION', '', /must be set to the region of the store .*, since HUB_TREE names a bucket/],
  ['AWS_ACCESS_KEY_ID', '', /must be set to the name of an access key, since HUB_TREE names a bucket/],
  ['AWS_SECRET_ACCESS_KEY', `${secret}\n`, /must be visible ASCII/],
  ['AWS_ENDPOINT_URL', `https://me:${secret}@s3.example`, /must be an http\(s\) address/],
])('the bucket setting %s=%j stops the start with one sentence that names it', (variable, value, fault) => {
  const read = () => readConfig({ ...bucketEnvironment, [variable]: value });
  expect(read).toThrow(fault);
  expect(read).toThrow(expect.objectContaining({ variable, message: expect.not.stringContaining(secret) }));
});

test('a temporary access key needs a session token', () => {
  const env = { ...bucketEnvironment, AWS_ACCESS_KEY_ID: 'ASIAEXAMPLE' };
  expect(() => readConfig(env)).toThrow(/^AWS_SESSION_TOKEN must be set/);
  expect(readConfig({ ...env, AWS_SESSION_TOKEN: 'lent' }).tree).toMatchObject({ bucket: { keyId: 'ASIAEXAMPLE' } });
});

test('the address for metrics has a host and a port', () => {
  for (const [text, host, port] of [
    ['127.0.0.1:9464', '127.0.0.1', 9464],
    ['[::1]:0', '::1', 0],
    ['metrics.internal:65535', 'metrics.internal', 65_535],
  ] as const)
    expect(readConfig({ HUB_METRICS: text }).metrics).toEqual({ host, port });
  for (const wrong of ['9464', ':9464', '::1:9464', '127.0.0.1', '127.0.0.1:65536', 'http://127.0.0.1:9464', 'a:1/x'])
    expect(() => readConfig({ HUB_METRICS: wrong }), wrong).toThrow(
      'HUB_METRICS must be a host and a port, such as 127.0.0.1:9464 or [::1]:9464.',
    );
});

test('a secret is never printed, however the configuration is printed', () => {
  const config = readConfig({ HUB_PUBLISHER_TOKEN: secret });
  for (const text of [
    inspect(config, { depth: 9, showHidden: true }),
    JSON.stringify(config),
    `${config.publisherToken}`,
  ])
    expect(text).not.toContain(secret);
});

test('the public address comes from the environment, then service.yaml, then the listening address', () => {
  const config = readConfig({ HOST: '::1', PORT: '80' });
  expect(publicBaseUrl(config, {})).toBe('http://[::1]:80');
  expect(publicBaseUrl(config, { baseUrl: 'https://a.example' })).toBe('https://a.example');
  expect(publicBaseUrl({ ...config, baseUrl: 'https://b.example' }, { baseUrl: 'https://a.example' })).toBe(
    'https://b.example',
  );
});

test('the address for apps must differ from that of the hub', () => {
  const config = readConfig({ HUB_BASE_URL: 'https://hub.example' });
  for (const spacesUrl of [undefined, 'https://apps.hub.example', 'https://hub.example:8443', 'http://hub.example'])
    expect(() => checkSpacesUrl(config, { ...(spacesUrl && { spacesUrl }) })).not.toThrow();
  const shared = 'service.yaml: spacesUrl must be another address than the hub’s own, of the same service.';
  expect(() => checkSpacesUrl(config, { spacesUrl: 'https://hub.example' })).toThrow(shared);
  expect(() => checkSpacesUrl(readConfig({}), { spacesUrl: 'http://127.0.0.1:4321' })).toThrow(shared);
});

describe('the identity key in the environment', () => {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const jwk = publicKey.export({ format: 'jwk' });
  const pem = publicKey.export({ type: 'spki', format: 'pem' }).toString();

  test.each([
    ['PEM', pem],
    ['PEM on one line', pem.replaceAll('\n', '\\n')],
    ['JWK', JSON.stringify({ ...jwk, use: 'sig', kid: '1' })],
  ])('is read as %s', (_name, text) =>
    expect(parseIdentityKey(text)).toEqual({ kty: 'EC', crv: 'P-256', x: jwk.x, y: jwk.y }),
  );

  test.each([
    ['a private JWK', JSON.stringify(privateKey.export({ format: 'jwk' })), /is a private key/],
    [
      'another curve',
      generateKeyPairSync('ec', { namedCurve: 'P-384' }).publicKey.export({ type: 'spki', format: 'pem' }).toString(),
      /is not an ES256 key/,
    ],
    [
      'RSA',
      generateKeyPairSync('rsa', { modulusLength: 1024 }).publicKey.export({ type: 'spki', format: 'pem' }).toString(),
      /is not an ES256 key/,
    ],
    ['a JWK of another algorithm', JSON.stringify({ ...jwk, alg: 'ES384' }), /for something else/],
    ['a JWK whose key_ops are no list', JSON.stringify({ ...jwk, key_ops: 'verify' }), /for something else/],
    ['a JWK cut short', JSON.stringify({ ...jwk, y: 'AA' }), /lacks the coordinates/],
  ])('is refused: %s', (_name, text, fault) => expect(parseIdentityKey(text)).toMatch(fault));
});
