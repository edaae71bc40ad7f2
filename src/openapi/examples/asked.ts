// The parts of a path in the description: a row, its operation, and what there is to show.
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
  /** The path stands behind `/via/{source}`. */
  pinned: boolean;
}

/** One of the row's methods, and whose answers and bodies are shown for it. */
export interface OneMethod extends DescribedRow {
  method: string;
  shownAs: keyof ShownAnswers['requests'];
}
