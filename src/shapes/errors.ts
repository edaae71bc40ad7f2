// Refusals as bodies: one shape a dialect (decision 0018). The registry's is beside its manifests.
import { type Static, Type } from 'typebox';
import { textShape } from './notation.ts';

/** A refusal's sentence is cut there. */
const LONGEST = 700;
const sentence = (description: string) => Type.String({ minLength: 1, maxLength: LONGEST, description });

export const HubError = Type.Object(
  { error: sentence('One sentence that names the fix. The machine code is in `X-Error-Code`.') },
  { title: 'HubError', description: 'A no of the hub dialect.' },
);
export type HubError = Static<typeof HubError>;

export const ApiError = Type.Object(
  {
    code: textShape('A machine code, the one in `X-Error-Code`.'),
    message: sentence('One sentence that names the fix.'),
  },
  { title: 'ApiError', description: 'A no of the object plane.' },
);
export type ApiError = Static<typeof ApiError>;

export const AccountError = Type.Object(
  { error: sentence('One sentence that names the fix; there is no machine code.') },
  { title: 'AccountError', description: 'A no of the account surface.' },
);
export type AccountError = Static<typeof AccountError>;
