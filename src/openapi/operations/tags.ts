// The chapters of the API description, in the order in which people read them.

interface Tag {
  description: string;
  /** The page of the documentation about the chapter. */
  docs: string;
}

export const tags = {
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
} as const satisfies Record<string, Tag>;

export type TagName = keyof typeof tags;
