// The tokens that some operations need, as security schemes of OpenAPI (decisions 0023 and 0024).

export const tokens = {
  publisherToken: {
    type: 'http',
    scheme: 'bearer',
    description: 'Given out by the operator to who may publish. Reading an object needs none.',
  },
  registryToken: {
    type: 'http',
    scheme: 'basic',
    description:
      'What a container registry’s login sends: the token as the password, with any user name; taken as a bearer, ' +
      'too. It is for writes under `/v2`, which no operation here is: with it they are 405, without it 401. Reads ' +
      'never need it.',
  },
  identityToken: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description:
      'A JWT signed with ES256 that the operator’s identity provider issued for the signed-in person. Taken under `/api/account` and nowhere else.',
  },
} as const;

/** The name of a token that some operation requires. */
export type TokenName = Exclude<keyof typeof tokens, 'registryToken'>;

/** The environment variable with the token in the example commands. */
export const TOKEN_VARIABLE: Record<TokenName, string> = {
  publisherToken: 'HUB_PUBLISHER_TOKEN',
  identityToken: 'IDENTITY_TOKEN',
};
