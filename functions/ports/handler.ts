// The types of the argument and the result of a row's handler.

import type { Awaitable } from '../../src/basics/awaitable.ts';
import type { Refusal } from '../../src/table/refusals.ts';
import type { ParamsOf, Row } from '../../src/table/route.ts';
import type { RouteName, Routes } from '../../src/table/routes.ts';
import type { Answer, Ask } from '../request/answer.ts';
import type { Path } from '../request/request-target.ts';
import type { Ports, Tree } from './ports.ts';

/** One request, with all that its handler needs. */
export interface Call<N extends RouteName> {
  ask: Ask;
  /** The row of the route table that answers. */
  row: Row;
  params: ParamsOf<Routes[N]['pattern']>;
  /** The path of the request target, without the pin. */
  path: Pick<Path, 'segments' | 'slash'>;
  /** The query as it was sent, not decoded. */
  query: string;
  /** The token in `/via/{source}`, if the path had this pin. */
  pin: string | undefined;
  ports: Ports;
  /**
   * The base URL of the hub for links. It has the host name of the request if that is a name of the hub, and is the
   * public address otherwise.
   */
  base: string;
  /** The tree that this request uses from its beginning to its end. */
  tree: Tree;
  lead: Lead;
}

/**
 * The memory that a handler has for each kept target. In the tree named `tree`, the target leads to `to`. `to` may take
 * a few kilobytes at most, because thousands of targets are kept. All targets of a row keep the same kind of value.
 */
export interface Lead {
  tree: string | undefined;
  to: unknown;
}

export type Handler<N extends RouteName> = (call: Call<N>) => Awaitable<Answer | Refusal>;
