// The tokens that some operations need, as security schemes of the description (SPEC.md section 5).

export const tokens = {
  publisherToken: {
    type: 'http',
    scheme: 'bearer',
    description: 'Given out by the operator to who may publish. Reading an object needs none.',
  },
  identityToken: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description:
      'A JWT signed with ES256 that the operator’s identity provider issued for the signed-in person. Taken under `/api/account` and nowhere else.',
  },
} as const;

export type TokenName = keyof typeof tokens;

/** The variable of the environment that stands for the token in commands that are shown. */
export const TOKEN_VARIABLE: Record<TokenName, string> = {
  publisherToken: 'HUB_PUBLISHER_TOKEN',
  identityToken: 'IDENTITY_TOKEN',
};
