// The operation of the Model Context Protocol, whose requests all have one path and differ in their bodies.

import type { RouteName } from '../../table/routes.ts';
import { namedTools } from '../../tools/tools.ts';
import { type OperationWords, operation } from './operation.ts';

const response = { $ref: '#/components/schemas/JsonRpcResponse' };

export const mcpOperations = {
  mcp: operation(
    'callTools',
    'Agents call it, mostly through a client library that is given the address and nothing else. ' +
      `\`tools/list\` tells of tools that only read: ${namedTools((name) => `\`${name}\``)}. ` +
      'All revisions of the protocol from 2025-03-26 to 2026-07-28 are spoken; there is no session and no stream. ' +
      'A tool that fails answers 200 with `isError` and a sentence; only a message that can’t be used gets an `error`. ' +
      'A batch, which only 2025-03-26 has, is answered with an array.',
    {
      200: { is: 'The answer to the request, a failing tool’s included.' },
      202: { is: 'A notification was taken; there is nothing to say.', content: {} },
    },
    {
      request: {
        description: 'A JSON-RPC request, at most 64 KiB. A request of 2026-07-28 repeats itself in headers.',
        content: { 'application/json': 'JsonRpcRequest' },
        example: { jsonrpc: '2.0', id: 1, method: 'tools/list' },
      },
      shape: { anyOf: [response, { type: 'array', items: response }] },
      refusals: ['BadMessage', 'UnknownMethod', 'WrongHost', 'TooLarge', 'UnsupportedMediaType'],
    },
  ),
} satisfies Partial<Record<RouteName, OperationWords>>;
