// Health of every byte source (SPEC.md 4.2); that of the service itself is the object plane's.
import { answer } from '../answer.ts';
import type { Handler } from '../handler.ts';

const json = 'application/json; charset=utf-8';
const fresh = ['Cache-Control', 'no-store'];

export const health: Handler<'health'> = ({ ports }) =>
  answer(200, json, JSON.stringify(ports.health.current()), fresh);
