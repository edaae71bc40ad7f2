// The schemas of the bodies of refusals, one for each dialect (decision 0018), and of the JSON-RPC 2.0 messages of /mcp.
// The schema for the registry's refusals is in `registry.ts`.
import { Type } from 'typebox';
import { constant, optional, part, shape, textShape } from './notation.ts';

/** The maximum length in characters of a refusal's sentence. The hub shortens longer sentences. */
const LONGEST = 700;
const sentence = (description: string) => Type.String({ minLength: 1, maxLength: LONGEST, description });

export const HubError = shape('HubError', 'A no of the hub dialect.', {
  error: sentence('One sentence that names the fix. The machine code is in `X-Error-Code`.'),
});

export const ApiError = shape('ApiError', 'A no of the object plane.', {
  code: textShape('A machine code, the one in `X-Error-Code`.'),
  message: sentence('One sentence that names the fix.'),
});

export const AccountError = shape('AccountError', 'A no of the account surface.', {
  error: sentence('One sentence that names the fix; there is no machine code.'),
});

const version = constant('2.0', 'The version of JSON-RPC.');
const members = (description: string) => Type.Unsafe<object>({ type: 'object', description });

export const JsonRpcRequest = shape('JsonRpcRequest', 'A message to the server.', {
  jsonrpc: version,
  id: optional(
    Type.Unsafe<string | number>({
      oneOf: [{ type: 'string' }, { type: 'integer', format: 'int64' }],
      description: 'Comes back with the answer; absent in a notification, which has none.',
    }),
  ),
  method: textShape('`tools/list`, `tools/call`, `initialize`, `server/discover`, …'),
  params: optional(members('What the method takes.')),
});

export const JsonRpcError = shape('JsonRpcError', 'Why a message could not be used.', {
  code: Type.Integer({ format: 'int32', description: 'A code of JSON-RPC or of the protocol’s revision.' }),
  message: textShape('One sentence.'),
  data: optional(members('What goes with the code.')),
});

export const JsonRpcResponse = shape('JsonRpcResponse', 'An answer: a result or an error.', {
  jsonrpc: version,
  id: Type.Unsafe<string | number | null>({
    oneOf: [{ type: 'string' }, { type: 'number' }, { type: 'null' }],
    description: 'The request’s; null when it could not be read.',
  }),
  result: optional(members('What the method gives.')),
  error: optional(part(JsonRpcError)),
});
