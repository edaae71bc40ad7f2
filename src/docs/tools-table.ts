// Writes the table of MCP tools for the documentation.
import { markdownTable } from '../basics/markdown-table.ts';
import { LIST_TOKENS, toolNames, toolWords } from '../tools/tools.ts';

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
  const { properties, required } = inputSchema;
  const needed = required.map(code).join(', ');
  const others = Object.keys(properties).filter((key) => !required.includes(key));
  const optional = others.map(code).join(', ');
  const perhaps = optional && (needed ? `perhaps ${optional}` : `${optional}: all optional`);
  return [needed, perhaps, docs.takes].filter((part) => part).join(', ');
}

const code = (name: string) => `\`${name}\``;
