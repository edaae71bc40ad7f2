// A block of a configuration, as nginx and Caddy write it.

/** Writes a block with its lines indented. */
export const block = (head: string, lines: readonly string[], indent: string): string[] => [
  `${head} {`,
  ...lines.map((line) => (line === '' ? '' : indent + line)),
  '}',
];
