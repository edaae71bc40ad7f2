// Finds the `model-hub` commands that a page of the documentation tells its reader to type.
import { remark } from 'remark';
import { visit } from 'unist-util-visit';

/** Lists each command once, without the program's name, from top to bottom. `twin` is the Markdown of the page. */
export function hubCommandsIn(twin: string): string[] {
  const commands = new Set<string>();
  visit(remark().parse(twin), 'code', ({ value }) => {
    for (const [, command] of value.matchAll(/^npx model-hub (.+)$/gm)) commands.add(command!);
  });
  return [...commands];
}
