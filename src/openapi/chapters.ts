// The chapters of the API description, in the order in which people read them, and the tokens that some operations need.
import type { Chapter, Operation } from '../table/route.ts';

export const chapters: Readonly<Record<Chapter, { description: string; docs: string }>> = {
  Discovery: {
    description:
      'Where everything is: the descriptor, the briefs, this description. Start here when only the address is known.',
    docs: 'quickstart',
  },
  Models: { description: 'Find models and list their files, in the words of the public model hub.', docs: 'api' },
  Files: {
    description: 'From a file’s name to a live source of its bytes, and the SHA-256 that they must have.',
    docs: 'verification',
  },
  Registry: { description: 'The same models as OCI repositories, for registry tools and local runners.', docs: 'oci' },
  Objects: {
    description:
      'The index itself, catalog, model and source objects, and what was published: all named by their own BLAKE3.',
    docs: 'objects',
  },
  Log: {
    description:
      'The transparency log: what this hub says of models, signed and kept where it can’t be taken back, and the proofs of it.',
    docs: 'log',
  },
  Agents: { description: 'The index as tools of the Model Context Protocol.', docs: 'mcp' },
  Accounts: {
    description: 'A saved list, requests for models, and an interest in publishing. Signing in unlocks no extra reads.',
    docs: 'api',
  },
  Health: { description: 'Whether the service answers, and what it last found of every byte source.', docs: 'sources' },
  Documentation: {
    description: 'The pages as Markdown, and the programs that are handed out.',
    docs: 'index',
  },
};

/** The tokens as security schemes of OpenAPI (decisions 0023 and 0024). */
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

/** The environment variable with the token in the example commands. */
export const TOKEN_VARIABLE: Record<NonNullable<Operation['token']>, string> = {
  publisherToken: 'HUB_PUBLISHER_TOKEN',
  identityToken: 'IDENTITY_TOKEN',
};
