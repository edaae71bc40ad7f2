// Tests that every refusal in the API description equals the hub's own, character by character.
import { expect, inject, test } from 'vitest';
import { createMemoryHub, rememberedAccounts } from '../../functions/hosts/memory/memory.ts';
import type { IdentityCheck } from '../../functions/ports/identity-check.ts';
import { MAX_OBJECT_AT_EDGE } from '../../src/basics/limits.ts';
import { treePath } from '../../src/table/route.ts';
import { routes } from '../../src/table/routes.ts';
import type { Part } from '../contract/described.ts';
import { inMemory } from '../contract/players.ts';
import { baseUrl, openInMemory, origin, service, treeText } from '../fixtures/hub.ts';
import { models } from '../fixtures/rows.ts';

const { dist } = inject('fixture');
const text = treeText(dist, treePath(routes.openapi, {}));
const { examples, parameters } = (JSON.parse(text) as Part).components!;
const holdsRegistryToken = (authorization: string | undefined) => authorization === 'Bearer token';
const identity: IdentityCheck = async (sent) =>
  sent === 'Bearer person' ? { did: 'person' } : { fault: 'is not one of this service' };
const accounts = { ...rememberedAccounts(), identity };
const publishing = {
  open: true,
  holdsToken: (sent: string | undefined) => sent === 'Bearer publisher',
  limit: MAX_OBJECT_AT_EDGE,
};
const ask = inMemory(
  createMemoryHub(openInMemory(dist), {
    sources: service.sources,
    origin,
    baseUrl,
    holdsRegistryToken,
    accounts,
    publishing,
  }),
);

const [owner, name, path] = ['owner', 'name', 'path'].map((one) => `${parameters![one]!.example}`);
const id = `${owner}/${name}`;
const repository = id.toLowerCase();
const zeros = '0'.repeat(64);
/**
 * The source that lacks the file in the example. It is undefined if every source has the model; the description then
 * shows another model.
 */
const lacking = /^Source "(\w+)"/.exec(`${examples!.SourceHasNotGotIt!.value!.error}`)?.[1];
const nowhere = lacking === undefined ? `/${models.peersOnly.id}` : `/via/${lacking}/${id}`;

const person = 'Authorization: Bearer person';
const publisher = 'Authorization: Bearer publisher';

/** For each refusal in the description, the request that gets it: target, method, headers, body. */
const asks: Record<string, [target: string, method?: string, header?: string, body?: string]> = {
  RepoNotFound: ['/api/models/nobody/has-this'],
  OtherSpelling: [`/api/models/${id.toUpperCase()}`],
  RevisionNotFound: [`/api/models/${id}/revision/v9`],
  EntryNotFound: [`/${id}/resolve/main/no-such-file.bin`],
  SourceHasNotGotIt: [`${nowhere}/resolve/main/${path}`],
  GatedRepo: ['/api/models/gate/closed'],
  UnknownSource: ['/via/elsewhere/api/models'],
  NotFound: ['/nothing'],
  BadPath: ['/%zz'],
  BadRange: [`/${id}/resolve/main/SHA256SUMS`, 'GET', 'Range: bytes=999999-'],
  'BadParameter.limit': ['/api/models?limit=0'],
  'BadParameter.recursive': [`/api/models/${id}/tree/main?recursive=x`],
  'BadParameter.shard': ['/hashes/XYZ.json'],
  'BadParameter.sha256': ['/api/hub/by-hash/XYZ'],
  HashNotFound: [`/api/hub/by-hash/${zeros}`],
  UriTooLong: [`/${'x'.repeat(9000)}`],
  ReadOnly: ['/api/models', 'DELETE'],
  OnlyPOST: [`/api/models/${id}/paths-info/main`],
  BadBody: [`/api/models/${id}/paths-info/main`, 'POST', 'Content-Type: application/json', '{'],
  'UnsupportedMediaType.paths': [
    `/api/models/${id}/paths-info/main`,
    'POST',
    'Content-Type: text/plain',
    'config.json',
  ],
  TooLarge: [`/api/models/${id}/paths-info/main`, 'POST', '', 'x'.repeat(70_000)],
  PlainPublisherOnly: ['/api/v1/objects'],
  'PlainBadParameter.limit': ['/api/v1/objects?limit=0', 'GET', publisher],
  'PlainBadParameter.content-type': ['/api/v1/objects', 'POST', `${publisher}\nContent-Type: nonsense`, 'x'],
  ApiTooLarge: ['/api/v1/objects', 'POST', publisher, 'x'.repeat(MAX_OBJECT_AT_EDGE + 1)],
  PlainBadAddress: ['/api/v1/objects/nothing'],
  ApiObjectNotFound: [`/api/v1/objects/blake3:${zeros}`],
  ApiUnknownSource: ['/via/elsewhere/api/v1/objects/nothing'],
  'OciBadParameter.n': ['/v2/_catalog?n=many'],
  OciGatedRepo: ['/v2/gate/closed/tags/list'],
  OciUnknownSource: ['/via/elsewhere/v2/'],
  AccountNotSignedIn: ['/api/account/me', 'GET', 'Authorization: Bearer of-nobody'],
  'AccountBadBody.wallet': ['/api/account/me', 'PATCH', person, '{"wallet": 1}'],
  'AccountBadBody.model': ['/api/account/saved', 'POST', person, '{}'],
  'AccountBadBody.note': ['/api/account/publisher-request', 'POST', person, '{"note": 1}'],
  AccountTooLarge: ['/api/account/request', 'POST', person, 'x'.repeat(70_000)],
  AccountReadOnly: ['/api/account/health', 'POST'],
  AccountOnlyPOST: ['/api/account/saved'],
  AccountOnlyDELETE: [`/api/account/saved/${id}`],
  AccountOnlyGETHEADPATCH: ['/api/account/me', 'DELETE'],
  RpcBadMessage: ['/mcp', 'POST', 'Content-Type: application/json', '{'],
  RpcUnsupportedMediaType: ['/mcp', 'POST', 'Content-Type: text/plain', '{}'],
  RpcTooLarge: ['/mcp', 'POST', 'Content-Type: application/json', 'x'.repeat(70_000)],
  RpcReadOnly: ['/mcp'],
  RpcWrongHost: ['/mcp', 'POST', 'Host: rebound.example', '{}'],
  RegistryNameUnknown: ['/v2/nobody/has-this/tags/list'],
  RegistryNameInvalid: ['/v2/owner/.../tags/list'],
  RegistryTagUnknown: [`/v2/${repository}/manifests/v9`],
  RegistryManifestUnknown: [`/v2/${repository}/manifests/sha256:${zeros}`],
  RegistryNoGguf: [
    `/v2/${repository}/manifests/latest`,
    'GET',
    'Accept: application/vnd.docker.distribution.manifest.v2+json',
  ],
  RegistryBlobUnknown: [`/v2/${repository}/blobs/sha256:${zeros}`],
  RegistryDigestInvalid: [`/v2/${repository}/blobs/sha256:xyz`],
  RegistryToken: [`/v2/${repository}/manifests/latest`, 'PUT'],
  RegistryReadOnly: [`/v2/${repository}/manifests/latest`, 'PUT', 'Authorization: Bearer token'],
};

test.each(Object.entries(asks))('%s', async (code, [target, method = 'GET', header = '', body]) => {
  const fields = [...header.matchAll(/^([^:]+): (.*)$/gm)];
  const headers = fields.map(([, field, value]): [string, string] => [field!, value!]);
  const given = (await ask({ method, target, headers, body }))!;
  const told = given.body.toString();
  const shown = examples![code]!.value as unknown;
  expect(given.status).toBeGreaterThanOrEqual(code === 'OtherSpelling' ? 307 : 400);
  expect(typeof shown === 'string' ? told : JSON.parse(told)).toEqual(shown);
});
