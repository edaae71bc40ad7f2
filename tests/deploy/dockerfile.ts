// Reads the Dockerfile's instructions for comparison with other files.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const folder = join(import.meta.dirname, '../../deploy/container');

/** The text of a file of deploy/container. */
export const containerFile = (name: string) => readFileSync(join(folder, name), 'utf8');

/** An instruction: `['COPY', 'src src/']`. */
type Instruction = [name: string, words: string];

/** The instructions in their order, continued lines joined. */
export function dockerfile(): Instruction[] {
  const lines = containerFile('Dockerfile')
    .replace(/^#.*\n/gm, '')
    .replace(/\s*\\\n\s*/g, ' ')
    .split('\n');
  return lines.filter(Boolean).map((line) => [line.split(' ', 1)[0]!, line.slice(line.indexOf(' ') + 1)]);
}

/** Lists the arguments of each instruction of this name. */
export function wordsOf(name: string): string[] {
  return dockerfile().flatMap(([instruction, words]) => (instruction === name ? [words] : []));
}

/** The variables of the image. */
export function imageVariables(): Record<string, string> {
  const pairs = wordsOf('ENV').flatMap((words) => words.split(' '));
  return Object.fromEntries(pairs.map((pair) => pair.split('=') as [string, string]));
}

/** The command that checks a container's health, as words. */
export function healthCommand(): string[] {
  const [, words] = /CMD (\[.*\])$/.exec(wordsOf('HEALTHCHECK')[0]!)!;
  return JSON.parse(words!) as string[];
}
