// Types the arguments and the result of a live row's handler.

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
  /** The path of the target, without a pin. */
  path: Pick<Path, 'segments' | 'slash'>;
  /** The query, undecoded. */
  query: string;
  /** The token of `/via/{source}`, when the path had one. */
  pin: string | undefined;
  ports: Ports;
  /** The address of the hub for links, under the host name of the request; the public address if that name is unknown. */
  base: string;
  /** The tree that this request uses from beginning to end. */
  tree: Tree;
  lead: Lead;
}

/**
 * A place beside each target that is kept, for its handler: `to` is where it leads in the tree of this name. A few
 * kilobytes at most, since thousands of targets are kept. A row keeps things of one kind.
 */
export interface Lead {
  tree: string | undefined;
  to: unknown;
}

export type Handler<N extends RouteName> = (call: Call<N>) => Awaitable<Answer | Refusal>;
