// The parts of a path in the description: a row, its operation, and the answers to show.
import type { Row } from '../../table/route.ts';
import type { RouteName } from '../../table/routes.ts';
import type { Operation } from '../operations/operation.ts';
import type { Components } from '../schemas/components.ts';
import type { Described } from './described.ts';
import type { ShownAnswers } from './shown-answers.ts';

/** The parts of a path item. */
export interface DescribedRow {
  name: RouteName;
  row: Row;
  operation: Operation;
  components: Components;
  described: Described;
  shown: ShownAnswers;
  /** True if the path is behind `/via/{source}`. */
  pinned: boolean;
}

/** One of the row's methods, and the names under which its answers and bodies are shown. */
export interface OneMethod extends DescribedRow {
  method: string;
  shownAs: keyof ShownAnswers['requests'];
}
