// What the object plane says of itself, answered from what this process has (SPEC.md 4.2 and 4.7).
import { capabilitiesOf, healthOf, modulesOf, type PlaneFacts } from '../../src/dialects/objects/object-plane.ts';
import { type Answer, answer } from '../answer.ts';
import type { Handler } from '../handler.ts';
import type { Ports } from '../ports.ts';

export const capabilities: Handler<'capabilities'> = ({ ports }) => told(capabilitiesOf(factsOf(ports)));

export const modules: Handler<'modules'> = ({ ports }) => told(modulesOf(factsOf(ports)));

/** `status: ready` means the object plane answers; it says nothing of byte sources. */
export const healthz: Handler<'healthz'> = ({ ports }) => told(healthOf(factsOf(ports)));

function factsOf({ version, baseUrl, tree, publishing, accounts }: Ports): PlaneFacts {
  const server = baseUrl.replace(/^https?:\/\//, '');
  const signIn = accounts.identity !== undefined;
  return { version, server, indexed: tree() !== undefined, open: publishing.open, signIn };
}

function told(body: object): Answer {
  return answer(200, 'application/json; charset=utf-8', JSON.stringify(body), ['Cache-Control', 'no-store']);
}
