// Health: of the service itself, and of every byte source (SPEC.md 4.2).
import { answer } from '../answer.ts';
import type { Handler } from '../handler.ts';

const json = 'application/json; charset=utf-8';
const fresh = ['Cache-Control', 'no-store'];

/** `status: ready` means the object plane answers; it says nothing of byte sources. */
export const healthz: Handler<'healthz'> = ({ ports }) => {
  const body = { status: 'ready', version: ports.version, role: 'hub', modules_ready: 1 };
  return answer(200, json, JSON.stringify(body), fresh);
};

export const health: Handler<'health'> = ({ ports }) =>
  answer(200, json, JSON.stringify(ports.health.current()), fresh);
