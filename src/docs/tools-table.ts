// The table of MCP tools in the documentation.
import { markdownTable } from '../basics/markdown-table.ts';
import { LIST_TOKENS, toolNames, toolWords } from '../tools/tools.ts';

/** Writes the table as Markdown. */
export function toolsTable(): string {
  const rows = toolNames.map((name) => {
    const { gives, tokens } = toolWords[name].docs;
    return [code(name), takes(name), gives, tokens.toLocaleString('en')];
  });
  const list = ['`tools/list`', '', 'the tools, with schemas for input and output', LIST_TOKENS.toLocaleString('en')];
  return markdownTable(['Tool', 'Takes', 'Gives', 'Tokens, at most about'], [...rows, list]);
}

/** Lists the arguments of a tool, those that are required first. */
function takes(name: (typeof toolNames)[number]): string {
  const { inputSchema, docs } = toolWords[name];
  const { required } = inputSchema;
  const others = Object.keys(inputSchema.properties).filter((key) => !required.includes(key));
  const needed = required.map(code).join(', ');
  const perhaps = others.map(code).join(', ');
  const where = docs.takes === undefined ? '' : `, ${docs.takes}`;
  if (required.length === 0) return `${perhaps}: all optional${where}`;
  return others.length === 0 ? needed + where : `${needed}, perhaps ${perhaps}${where}`;
}

const code = (name: string) => `\`${name}\``;
