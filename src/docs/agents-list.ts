// The configurations of common agents as the page of the documentation shows them: the same as on the page of a model.
import { agentConfigurations } from '../get-it/agent-ways.ts';
import { EXAMPLE_BASE } from '../site/docs-page.ts';

/** Each with what reads it above it, as Markdown. */
export function agentsList(): string {
  return agentConfigurations(`${EXAMPLE_BASE}/mcp`)
    .map(({ label, block }) => `${label}:\n\n\`\`\`${languageOf(block)}\n${block}\n\`\`\``)
    .join('\n\n');
}

function languageOf(block: string): string {
  if (block.startsWith('{')) return 'json';
  return block.startsWith('[') ? 'toml' : 'sh';
}
