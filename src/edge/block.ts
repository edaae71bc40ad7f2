// Writes a block of a configuration, in the form that nginx and Caddy share.

/** Returns a block with its lines indented. */
export const block = (head: string, lines: readonly string[], indent: string): string[] => [
  `${head} {`,
  ...lines.map((line) => (line === '' ? '' : indent + line)),
  '}',
];
