// The facts from which the description of a path is made: a row, its operation, and the example answers.
import type { Row } from '../../table/route.ts';
import type { RouteName } from '../../table/routes.ts';
import type { Operation } from '../operations/operation.ts';
import type { Components } from '../schemas/components.ts';
import type { Described } from './described.ts';
import type { ShownAnswers } from './shown-answers.ts';

export interface DescribedRow {
  name: RouteName;
  row: Row;
  operation: Operation;
  components: Components;
  described: Described;
  shown: ShownAnswers;
  /** True for the path that begins with `/via/{source}`. */
  pinned: boolean;
}

/** One method of the row. `shownAs` is the key of the examples of its answers and bodies. */
export interface OneMethod extends DescribedRow {
  method: string;
  shownAs: keyof ShownAnswers['requests'];
}
