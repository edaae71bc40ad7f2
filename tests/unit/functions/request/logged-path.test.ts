// Tests which part of a request's path is logged: enough to recognise the request, without personal data or
// secrets.
import { expect, test } from 'vitest';
import { loggedPath } from '../../../../functions/request/logged-path.ts';
import { tokenFor } from '../../../fixtures/identity.ts';

const HF = 'hf_abcdefghijklmnopqrstuvwxyzABCDEFGH';
const encoded = (text: string) => [...text].map((char) => `%${char.charCodeAt(0).toString(16)}`).join('');

test.each([
  ['GET', '/api/models/acme/tiny-bert', '/api/models/acme/tiny-bert'],
  ['GET', '/acme/tiny-bert/resolve/main/a%20b.json?download=true#x', '/acme/tiny-bert/resolve/main/a%20b.json'],
  ['GET', '/acme/account-bert/resolve/main/config.json', '/acme/account-bert/resolve/main/config.json'],
  ['POST', '/mcp', '/mcp'],
  ['GET', 'http://user:secret@hub.example/api/models?x', '/api/models'],
  ['DELETE', '/api/v1/objects', '/api/v1/objects'],
])('the request %s %s', (method, target, logged) => {
  expect(loggedPath(method, target)).toBe(logged);
});

test.each([
  ['/api/account/me', '/api/account/me'],
  ['/api/account/me/acme/tiny', '/api/account'],
  ['/api/account/saved', '/api/account/saved'],
  ['/api/account/saved/acme/tiny-bert', '/api/account/saved'],
  ['/api/account/saved/acme%2Ftiny-bert', '/api/account/saved'],
  ['//api//account//saved//acme/tiny-bert', '/api/account/saved'],
  ['/%61pi/acc%6Funt/s%61ved/acme/tiny-bert', '/api/account/saved'],
  ['/api%2Faccount%2Fsaved%2Facme%2Ftiny-bert', '/api/account/saved'],
  ['http://hub.example/api/account/saved/acme/tiny-bert', '/api/account/saved'],
  ['/via/srca/api/account/saved/acme/tiny-bert', '/api/account/saved'],
  ['/api/account/acme/tiny-bert', '/api/account'],
  ['/api/account/', '/api/account'],
  ['/api/account', '/api/account'],
])('paths of a person keep only their fixed beginning: %s', (target, logged) => {
  for (const method of ['GET', 'DELETE', 'PATCH', 'POST', 'OPTIONS']) expect(loggedPath(method, target)).toBe(logged);
});

test.each([
  ['/api/models', '/api/models'],
  ['/api/models/acme/tiny-bert/tree/main', '/api/models'],
  ['/acme/tiny-bert/resolve/main/config.json', '/'],
  ['/v2/acme/tiny-bert/manifests/latest', '/v2'],
  ['/hunter2', '/'],
  ['*', '/'],
])('paths of a preflight keep only their fixed beginning: %s', (target, logged) => {
  expect(loggedPath('OPTIONS', target)).toBe(logged);
});

test.each([
  [`/api/models/${HF}/x/xet-read-token/main`, '/api/models/***/x/xet-read-token/main'],
  [`/acme/tiny-bert/resolve/main/${HF}`, '/acme/tiny-bert/resolve/main/***'],
  [`/acme/tiny-bert/resolve/main/config.json-${HF}.txt`, '/acme/tiny-bert/resolve/main/***'],
  [`/acme/tiny-bert/resolve/main/token=${HF}`, '/acme/tiny-bert/resolve/main/***'],
  [`/x/${encoded(HF)}`, '/x/***'],
  [`/x/${encodeURIComponent(encoded(HF))}/y`, '/x/***/y'],
  [`/x/%3D${HF}`, '/x/***'],
  [`/x/a%2F${HF}%2Fb/y`, '/x/***/y'],
  [`/x/${tokenFor('did:example:alice')}`, '/x/***'],
  [`/${HF}/%zz`, '/***/%zz'],
  [`${HF}`, '***'],
])('a segment that looks like a secret is masked: %s', (target, logged) => {
  expect(loggedPath('GET', target)).toBe(logged);
});
