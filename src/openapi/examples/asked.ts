// The parts of the description of a path: a row, its operation, and the answers to show.
import type { Row } from '../../table/route.ts';
import type { RouteName } from '../../table/routes.ts';
import type { Operation } from '../operations/operation.ts';
import type { Components } from '../schemas/components.ts';
import type { Described } from './described.ts';
import type { ShownAnswers } from './shown-answers.ts';

/** The parts that make a path item. */
export interface DescribedRow {
  name: RouteName;
  row: Row;
  operation: Operation;
  components: Components;
  described: Described;
  shown: ShownAnswers;
  /** True if the described path follows `/via/{source}`. */
  pinned: boolean;
}

/** One method of the row, and the name under which examples of its answers and bodies are kept. */
export interface OneMethod extends DescribedRow {
  method: string;
  shownAs: keyof ShownAnswers['requests'];
}
