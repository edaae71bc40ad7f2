// JSON-RPC 2.0, as messages of /mcp.
import { type Static, Type } from 'typebox';
import { constant, part, textShape } from './notation.ts';

const version = constant('2.0', 'The version of JSON-RPC.');
const members = (description: string) => Type.Unsafe<object>({ type: 'object', description });

export const JsonRpcRequest = Type.Object(
  {
    jsonrpc: version,
    id: Type.Optional(
      Type.Unsafe<string | number>({
        type: ['string', 'integer'],
        description: 'Comes back with the answer; absent in a notification, which has none.',
      }),
    ),
    method: textShape('`tools/list`, `tools/call`, `initialize`, `server/discover`, …'),
    params: Type.Optional(members('What the method takes.')),
  },
  { title: 'JsonRpcRequest', description: 'A message to the server.' },
);
export type JsonRpcRequest = Static<typeof JsonRpcRequest>;

export const JsonRpcError = Type.Object(
  {
    code: Type.Integer({ description: 'A code of JSON-RPC or of the protocol’s revision.' }),
    message: textShape('One sentence.'),
    data: Type.Optional(members('What goes with the code.')),
  },
  { title: 'JsonRpcError', description: 'Why a message could not be used.' },
);
export type JsonRpcError = Static<typeof JsonRpcError>;

export const JsonRpcResponse = Type.Object(
  {
    jsonrpc: version,
    id: Type.Unsafe<string | number | null>({
      type: ['string', 'integer', 'null'],
      description: 'The request’s; null when it could not be read.',
    }),
    result: Type.Optional(members('What the method gives.')),
    error: Type.Optional(part(JsonRpcError)),
  },
  { title: 'JsonRpcResponse', description: 'An answer: a result or an error.' },
);
export type JsonRpcResponse = Static<typeof JsonRpcResponse>;
