// Gives every host of the contract scripts the same ports, except for trees and stores: sources in the state that a
// script sets, pages that print their request, and people who can sign in.
import { createIdentityCheck } from '../../functions/account/identity.ts';
import type { HealthPort, HolderPort, Ports, PublishingPort } from '../../functions/ports/ports.ts';
import { nodeCompress } from '../../functions/rim/node-compress.ts';
import { tokenCheck } from '../../functions/rim/settings-ports.ts';
import { openAttestations } from '../../src/attestation/attestations.ts';
import { MAX_OBJECT_AT_EDGE } from '../../src/basics/limits.ts';
import { Secret } from '../../src/basics/secret.ts';
import type { EcPublicKey } from '../../src/service/keys.ts';
import type { Source } from '../../src/service/service.ts';
import type { PagePort } from '../../src/site/site-page.ts';
import { attestationSecret } from '../fixtures/attestation.ts';
import { audience, issuer, signInAs } from '../fixtures/everybody.ts';
import type { SourceIs } from './script.ts';

const BASE_URL = 'https://hub.example';
const CHECKED = '2026-11-20T09:30:00.000Z';

/** The state of each source. The scripts change it. */
export const probed = { is: {} as Record<string, SourceIs> };

/**
 * Sets the state of the sources in a process beside that of the tests. Answers a PUT of `/.probed`; returns undefined
 * for every other request.
 */
export async function tellProbed(request: Request): Promise<Response | undefined> {
  if (!request.url.endsWith('/.probed')) return undefined;
  probed.is = (await request.json()) as typeof probed.is;
  return new Response();
}

function healthOf(sources: readonly Source[]): HealthPort {
  const sentWrong = (token: string) => probed.is[token] === 'lying';
  const isOk = (token: string) => probed.is[token] !== 'down' && !sentWrong(token);
  const found = (token: string) =>
    ({
      ok: isOk(token),
      checked: CHECKED,
      reason: isOk(token) ? 'verified' : sentWrong(token) ? 'mismatch' : 'timeout',
    }) as const;
  const never = { ok: true, checked: null, reason: 'unprobed' } as const;
  return {
    isOk,
    sentWrong,
    spells: () => ({}),
    current: () => ({
      sources: Object.fromEntries(sources.map(({ token, host, probe }) => [host, probe ? found(token) : never])),
      order: sources.map(({ host }) => host),
    }),
  };
}

const holders: HolderPort = {
  serves: (_, { source }) => probed.is[source] !== 'refusing',
  refuses: (_, source) => probed.is[source] === 'refusing',
  directed() {},
  refusing() {
    const refusing = Object.entries(probed.is).filter(([, is]) => is === 'refusing');
    return Object.fromEntries(refusing.map(([token]) => [token, 1]));
  },
};

const publishing: PublishingPort = {
  open: true,
  holdsToken: tokenCheck(new Secret('publisher-token'), false),
  limit: MAX_OBJECT_AT_EDGE,
};

/**
 * Returns a clock that moves by one second at each reading, so that published objects have the same times on every
 * host.
 */
export function clock() {
  let time = Date.parse('2026-11-20T12:00:00Z');
  return () => (time += 1000);
}

/** Makes the sign-in of the scripts: `key` verifies the tokens of all people, and every sign-in gives `token`. */
export const signInBy = (key: EcPublicKey, token: string) => ({
  identity: createIdentityCheck({ key, issuer, audience, now: Date.now }),
  signIn: signInAs(token),
});

const planted = new Error('planted');

/**
 * Renders a page that prints its path and query; the page for 404 prints the request. As on the website, `/models`
 * is the same page as `/models/`. The query `fail` makes a page with status 500, the query `throw` an error.
 */
export const pages: PagePort = {
  async render({ path, query, asked, status }) {
    if (query === 'throw') throw planted;
    const [title, named] = path === undefined ? ['Nowhere', asked] : [path.replace(/\/?$/, '/'), ''];
    const told = `<!doctype html><title>${title}</title><p>${query}<p>${named}\n${'<p>A page.\n'.repeat(200)}`;
    const html = new TextEncoder().encode(told);
    return query === 'fail' ? { status: 500, html, fault: planted } : { status, html };
  },
};

const onFault = (error: unknown) => {
  if (error !== planted) throw error;
};

/** Makes the ports that are the same on every host, for a service with these sources. */
export const sharedPorts = (sources: readonly Source[], origin: Source) =>
  ({
    ...{ sources, origin, baseUrl: BASE_URL, health: healthOf(sources), holders, publishing, pages, onFault },
    hosts: new Set(['further.example']),
    compress: nodeCompress,
    attestations: openAttestations(attestationSecret),
    holdsRegistryToken: tokenCheck(new Secret('registry-token'), true),
  }) satisfies Partial<Ports>;
