// What the object plane says of itself, answered from what this process has and what of it can be read right now.
import { capabilitiesOf, healthOf, modulesOf, type PlaneFacts } from '../../src/dialects/objects/object-plane.ts';
import type { Handler } from '../ports/handler.ts';
import type { Ports } from '../ports/ports.ts';
import { type Answer, answer } from '../request/answer.ts';

export const capabilities: Handler<'capabilities'> = async ({ ports }) =>
  told(200, capabilitiesOf(await factsOf(ports)));

export const modules: Handler<'modules'> = async ({ ports }) => told(200, modulesOf(await factsOf(ports)));

/** 503 while the object plane can't answer, which is what those who watch it look at; nothing is said of byte sources. */
export const healthz: Handler<'healthz'> = async ({ ports }) => {
  const health = healthOf(await factsOf(ports));
  return told(health.status === 'ready' ? 200 : 503, health);
};

async function factsOf(ports: Ports): Promise<PlaneFacts> {
  const server = ports.baseUrl.replace(/^https?:\/\//, '');
  const states = await statesOf(ports);
  return { version: ports.version, server, ...states, ...(ports.leaving && { objects: 'unavailable' }) };
}

type States = Pick<PlaneFacts, 'objects' | 'publishing' | 'accounts'>;

/** Whoever asks for health waits no longer for a store that is slow, as one is that waits for a lock. */
const PATIENCE_MS = 50;

/** Anybody may ask, so disks and databases hear of it once a second. */
const LOOK_EVERY_MS = 1000;
const looks = new WeakMap<Ports, { at: number; states: Promise<States> }>();

function statesOf(ports: Ports): Promise<States> {
  const last = looks.get(ports);
  if (last && performance.now() - last.at < LOOK_EVERY_MS) return last.states;
  const states = look(ports);
  looks.set(ports, { at: performance.now(), states });
  return states;
}

async function look(ports: Ports): Promise<States> {
  const { tree, objects, publishing, accounts } = ports;
  const current = tree();
  const [indexed, published, signIn] = await Promise.all([
    current?.answers(),
    objects.answers(),
    accounts.identity !== undefined && accountsAnswer(ports),
  ]);
  const state = (ok: boolean) => (ok ? 'ready' : 'unavailable');
  return {
    objects: indexed === undefined ? 'starting' : state(indexed && published),
    publishing: publishing.open ? 'ready' : 'closed',
    accounts: accounts.identity === undefined ? 'closed' : state(signIn),
  };
}

/** What the last check of the accounts' store found, for as long as the next one takes. */
const lastFound = new WeakMap<Ports, boolean>();

/** Whether the store of accounts answers; while it is slow, what was found before, and true before anything was. */
function accountsAnswer(ports: Ports): Promise<boolean> {
  return new Promise((resolve) => {
    const late = setTimeout(() => resolve(lastFound.get(ports) ?? true), PATIENCE_MS);
    const found = (ok: boolean) => {
      clearTimeout(late);
      lastFound.set(ports, ok);
      resolve(ok);
    };
    ports.accounts.store.check().then(
      () => found(true),
      () => found(false),
    );
  });
}

function told(status: number, body: object): Answer {
  const headers = ['Cache-Control', 'no-store', ...(status === 503 ? ['Retry-After', '5'] : [])];
  return answer(status, 'application/json; charset=utf-8', JSON.stringify(body), headers);
}
