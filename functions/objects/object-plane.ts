// Describes the object plane, the routes under `/api/v1`: the settings of this process, and the stores that it can read
// now.
import { capabilitiesOf, healthOf, type PlaneFacts, planeModules } from '../../src/dialects/objects/object-plane.ts';
import type { Handler, Ports } from '../ports/ports.ts';
import { freshJson } from '../request/answer.ts';
import { answersSoon } from './answers-soon.ts';

export const capabilities: Handler<'capabilities'> = async ({ ports }) =>
  freshJson(capabilitiesOf(await factsOf(ports)));

export const modules: Handler<'modules'> = async ({ ports }) => freshJson(planeModules(await factsOf(ports)));

/**
 * Answers 503 while the object plane can't answer, for programs that watch it. The state of the sources of models does
 * not count.
 */
export const healthz: Handler<'healthz'> = async ({ ports }) => {
  const health = healthOf(await factsOf(ports));
  return health.status === 'ready' ? freshJson(health) : freshJson(health, 503, ['Retry-After', '5']);
};

async function factsOf(ports: Ports): Promise<PlaneFacts> {
  const server = ports.baseUrl.replace(/^https?:\/\//, '');
  const { tree, objects, publishing, accounts } = ports;
  const current = tree();
  const [indexed, published, signIn] = await Promise.all([
    current && answersSoon(current, () => current.answers()),
    answersSoon(objects, () => objects.answers()),
    accounts.identity !== undefined && answersSoon(accounts.store, () => accounts.store.check().then(() => true)),
  ]);
  const state = (ok: boolean) => (ok ? 'ready' : 'unavailable');
  return {
    version: ports.version,
    server,
    index: ports.leaving ? 'unavailable' : indexed === undefined ? 'starting' : state(indexed),
    published: state(published),
    publishing: publishing.open ? 'ready' : 'closed',
    accounts: accounts.identity === undefined ? 'closed' : state(signIn),
  };
}
