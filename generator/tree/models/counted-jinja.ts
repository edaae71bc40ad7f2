// The steps of chat templates, counted: a template is a stranger's program, and no clock decides what becomes of it.
import { Interpreter } from '@huggingface/jinja';

/** Steps, plus the characters and members of their results; public templates take up to 33,000. */
const MOST_STEPS = 300_000;
/** Steps may nest so deep, and what they result in. */
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
    // A text or a stack without end: where it ends is the machine's affair.
    isTooMuch ||= error instanceof RangeError;
    throw error;
  } finally {
    depth--;
  }
};

/** Counts a value with all that it holds: written as a text it takes that much time, and a stack that deep. */
function count(value: unknown, nesting: number): void {
  if (typeof value === 'string') steps += nesting === 0 ? value.length : 0;
  else if (Array.isArray(value) || value instanceof Map) {
    steps += value instanceof Map ? value.size : value.length;
    isTooMuch ||= nesting > DEEPEST || steps > MOST_STEPS;
    for (const member of isTooMuch ? [] : (value.values() as Iterable<{ value: unknown }>))
      count(member.value, nesting + 1);
  }
}

/** The result of `convert`; undefined where the templates that it runs take too many steps. */
export function countedTemplate<T>(convert: () => T): T | undefined {
  [steps, depth, isTooMuch] = [0, 0, false];
  const converted = convert();
  return isTooMuch || steps > MOST_STEPS ? undefined : converted;
}
