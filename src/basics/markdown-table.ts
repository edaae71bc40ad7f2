// Writes a table as Markdown.

/** Writes the table with the column titles `head` and these rows. Cells are Markdown without line breaks. */
export function markdownTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}
