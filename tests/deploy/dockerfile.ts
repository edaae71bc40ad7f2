// Reads the Dockerfile's instructions, to compare them with other files.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const folder = join(import.meta.dirname, '../../deploy/container');

/** Returns the text of a file in deploy/container. */
export const containerFile = (name: string) => readFileSync(join(folder, name), 'utf8');

/** An instruction, such as `['COPY', 'src src/']`. */
type Instruction = [name: string, words: string];

/** Lists the instructions in order, with continued lines joined. */
function dockerfile(): Instruction[] {
  const lines = containerFile('Dockerfile')
    .replace(/^#.*\n/gm, '')
    .replace(/\s*\\\n\s*/g, ' ')
    .split('\n');
  return lines.filter(Boolean).map((line) => [line.split(' ', 1)[0]!, line.slice(line.indexOf(' ') + 1)]);
}

/** Lists the arguments of each instruction with this name. */
export function wordsOf(name: string): string[] {
  return dockerfile().flatMap(([instruction, words]) => (instruction === name ? [words] : []));
}

/** Returns the environment variables of the image. */
export function imageVariables(): Record<string, string> {
  const pairs = wordsOf('ENV').flatMap((words) => words.split(' '));
  return Object.fromEntries(pairs.map((pair) => pair.split('=') as [string, string]));
}

/** Returns the words of the command that checks a container's health. */
export function healthCommand(): string[] {
  const [, words] = /CMD (\[.*\])$/.exec(wordsOf('HEALTHCHECK')[0]!)!;
  return JSON.parse(words!) as string[];
}
