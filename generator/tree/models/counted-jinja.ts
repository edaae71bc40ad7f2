// The steps of chat templates, counted: a template is a stranger's program, and no clock decides what becomes of it.
import { Interpreter } from '@huggingface/jinja';

/** Steps, plus the characters and members of their results; public templates take up to 33,000. */
const MOST_STEPS = 300_000;
/** Steps may nest so deep. */
const DEEPEST = 200;

let [steps, depth, isTooMuch] = [0, 0, false];

const evaluate = Interpreter.prototype.evaluate;
Interpreter.prototype.evaluate = function (...[statement, environment]: Parameters<Interpreter['evaluate']>) {
  if (steps > MOST_STEPS || depth > DEEPEST) isTooMuch = true;
  if (isTooMuch) throw new Error('the template takes too much');
  depth++;
  try {
    const value = evaluate.call(this, statement, environment);
    steps += 1 + sizeOf(value.value);
    return value;
  } catch (error) {
    // A text or a stack without end: where it ends is the machine's affair.
    isTooMuch ||= error instanceof RangeError;
    throw error;
  } finally {
    depth--;
  }
};

function sizeOf(value: unknown): number {
  if (typeof value === 'string' || Array.isArray(value)) return value.length;
  return value instanceof Map ? value.size : 0;
}

/** The result of `convert`; undefined where the templates that it runs take too many steps. */
export function countedTemplate<T>(convert: () => T): T | undefined {
  [steps, depth, isTooMuch] = [0, 0, false];
  const converted = convert();
  return isTooMuch || steps > MOST_STEPS ? undefined : converted;
}
