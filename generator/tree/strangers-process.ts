// Renders cards and converts chat templates in a child process. A text that takes more memory or time than a build has
// ends this process, and not the build. A template is a program that a stranger wrote, and whether it is converted must
// not depend on the speed of the machine: its steps are counted, and one that takes too many is given up.
import process from 'node:process';
import { Interpreter } from '@huggingface/jinja';
import { ollamaChat } from '../../src/dialects/oci/llama/ollama-chat.ts';
import { renderCard } from '../../src/model-card/render-card.ts';
import type { Ready } from '../process/limited-process.ts';
import type { TextQuestion, TextReply } from './strangers-texts.ts';

/**
 * The maximum number of steps. Characters and members of results count as steps too. Public templates take up to
 * 33,000.
 */
const MOST_STEPS = 300_000;
/** The maximum nesting, both of evaluations and of values in their results. */
const DEEPEST = 200;

let [steps, depth, isTooMuch] = [0, 0, false];

const evaluate = Interpreter.prototype.evaluate;
Interpreter.prototype.evaluate = function (...[statement, environment]: Parameters<Interpreter['evaluate']>) {
  if (steps > MOST_STEPS || depth > DEEPEST) isTooMuch = true;
  if (isTooMuch) throw new Error('the template takes too much');
  depth++;
  try {
    const value = evaluate.call(this, statement, environment);
    steps++;
    count(value.value, 0);
    return value;
  } catch (error) {
    // An endless text or recursion fails at a limit of the JavaScript engine, so it counts as too many steps.
    isTooMuch ||= error instanceof RangeError;
    throw error;
  } finally {
    depth--;
  }
};

/**
 * Counts a value and all its members as steps, and gives up a value that is nested too deep. Writing the value as text
 * takes time for each member, and its recursion is as deep as the nesting.
 */
function count(value: unknown, nesting: number): void {
  if (typeof value === 'string') steps += nesting === 0 ? value.length : 0;
  else if (Array.isArray(value) || value instanceof Map) {
    steps += value instanceof Map ? value.size : value.length;
    isTooMuch ||= nesting > DEEPEST || steps > MOST_STEPS;
    for (const member of isTooMuch ? [] : (value.values() as Iterable<{ value: unknown }>))
      count(member.value, nesting + 1);
  }
}

/** Returns the result of `convert`, or undefined if the templates that it runs take too many steps. */
function countedTemplate<T>(convert: () => T): T | undefined {
  [steps, depth, isTooMuch] = [0, 0, false];
  const converted = convert();
  return isTooMuch || steps > MOST_STEPS ? undefined : converted;
}

process.on('message', (question: TextQuestion) => {
  let answer: TextReply;
  try {
    answer =
      'cards' in question
        ? { cards: question.cards.map((card) => renderCard(card, question.asWritten)) }
        : { chat: countedTemplate(() => ollamaChat(question.gguf)) };
  } catch (error) {
    answer = { error: (error as Error).message };
  }
  process.send!(answer);
});
process.send!({ ready: true } satisfies Ready);
