// The schemas of the bodies of refusals, one for each dialect (decision 0018). The schema for the registry is in
// `registry.ts`.
import { type Static, Type } from 'typebox';
import { shape, textShape } from './notation.ts';

/** The maximum length in characters of a refusal's sentence. The hub shortens longer sentences. */
const LONGEST = 700;
const sentence = (description: string) => Type.String({ minLength: 1, maxLength: LONGEST, description });

export const HubError = shape('HubError', 'A no of the hub dialect.', {
  error: sentence('One sentence that names the fix. The machine code is in `X-Error-Code`.'),
});
export type HubError = Static<typeof HubError>;

export const ApiError = shape('ApiError', 'A no of the object plane.', {
  code: textShape('A machine code, the one in `X-Error-Code`.'),
  message: sentence('One sentence that names the fix.'),
});
export type ApiError = Static<typeof ApiError>;

export const AccountError = shape('AccountError', 'A no of the account surface.', {
  error: sentence('One sentence that names the fix; there is no machine code.'),
});
export type AccountError = Static<typeof AccountError>;
