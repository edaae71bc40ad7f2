// Counts the steps of chat templates: a template is a stranger's program, and its result must not depend on a clock.
import { Interpreter } from '@huggingface/jinja';

/** The most steps, plus characters and members of their results; public templates take up to 33,000. */
const MOST_STEPS = 300_000;
/** The deepest nesting of steps and of their results. */
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
    // An endless text or stack ends at a limit of the machine, so it counts as too much.
    isTooMuch ||= error instanceof RangeError;
    throw error;
  } finally {
    depth--;
  }
};

/** Counts a value with everything that it holds, since writing it as text takes that much time and that deep a stack. */
function count(value: unknown, nesting: number): void {
  if (typeof value === 'string') steps += nesting === 0 ? value.length : 0;
  else if (Array.isArray(value) || value instanceof Map) {
    steps += value instanceof Map ? value.size : value.length;
    isTooMuch ||= nesting > DEEPEST || steps > MOST_STEPS;
    for (const member of isTooMuch ? [] : (value.values() as Iterable<{ value: unknown }>))
      count(member.value, nesting + 1);
  }
}

/** Gives the result of `convert`; undefined if the templates that it runs take too many steps. */
export function countedTemplate<T>(convert: () => T): T | undefined {
  [steps, depth, isTooMuch] = [0, 0, false];
  const converted = convert();
  return isTooMuch || steps > MOST_STEPS ? undefined : converted;
}
