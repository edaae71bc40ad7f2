// The types of the argument and the result of a row's handler.

import type { Awaitable } from '../../src/basics/awaitable.ts';
import type { Refusal } from '../../src/table/refusals.ts';
import type { ParamsOf } from '../../src/table/route.ts';
import type { RouteName, Routes } from '../../src/table/routes.ts';
import type { Answer, Ask } from '../request/answer.ts';
import type { Path } from '../request/request-target.ts';
import type { Ports, Tree } from './ports.ts';

/** One request on its way through the hub. */
export interface Call<N extends RouteName> {
  ask: Ask;
  params: ParamsOf<Routes[N]['pattern']>;
  /** The path of the target without its pin. */
  path: Pick<Path, 'segments' | 'slash'>;
  /** The query as it was sent, not decoded. */
  query: string;
  /** The token in `/via/{source}`, if the path had this pin. */
  pin: string | undefined;
  ports: Ports;
  /**
   * The base URL of the hub for links, under the host name of the request. It is the public address if that name is
   * unknown.
   */
  base: string;
  /** The tree that this request uses from its beginning to its end. */
  tree: Tree;
  lead: Lead;
}

/**
 * A place that a handler may use beside each kept target. In the tree named `tree`, the target leads to `to`. It may
 * take a few kilobytes at most, because thousands of targets are kept. A row always keeps the same kind of value.
 */
export interface Lead {
  tree: string | undefined;
  to: unknown;
}

export type Handler<N extends RouteName> = (call: Call<N>) => Awaitable<Answer | Refusal>;
