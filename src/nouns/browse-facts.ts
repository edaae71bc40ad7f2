// Lists the facts of a model in an import row, apart from its files and sources. The check of rows, search rows, model
// pages and their Markdown, and the API description all use this table.
import { defined, own } from '../basics/records.ts';

/** The type of a fact. A `moment` is kept in UTC, a `count` is 0 or more, a `size` 1 or more. */
type FactKind = 'text' | 'texts' | 'moment' | 'count' | 'size' | 'integer';

interface Fact {
  is: FactKind;
  /**
   * The sentence of the API description about the fact in search rows. Absent if search rows have the fact in another
   * form.
   */
  about?: string;
  /**
   * The label on the model's page and in its Markdown. Absent if the page shows the fact in another form, or not at
   * all.
   */
  label?: string;
  /** The noun for the things that the number counts. */
  unit?: string;
}

export const BROWSE_FACTS = {
  license: { is: 'text' },
  pipeline_tag: { is: 'text', about: 'The task.' },
  library: { is: 'text' },
  tags: {
    is: 'texts',
    about: 'Task, library, format, architecture, `license:<id>`, languages.',
  },
  createdAt: { is: 'moment', about: 'When the model was created at its origin.' },
  lastModified: { is: 'moment', about: 'When the model last changed at its origin.' },
  downloads: { is: 'count', about: 'Downloads at the origin.' },
  likes: { is: 'count', about: 'Likes at the origin.' },
  trendingScore: { is: 'integer' },
  parameters: { is: 'count', label: 'Parameters' },
  context: { is: 'size', label: 'Context', unit: 'token' },
} as const satisfies Record<string, Fact>;

type Facts = typeof BROWSE_FACTS;
export type FactName = keyof Facts;

interface Values {
  text: string;
  texts: string[];
  moment: string;
  count: number;
  size: number;
  integer: number;
}

/** The known facts of a model. Unknown facts are absent. */
export type BrowseFacts = { [N in FactName]?: Values[Facts[N]['is']] };

/** The facts that search rows have under the names of this table. */
export type RowFactName = { [N in FactName]: Facts[N] extends { about: string } ? N : never }[FactName];

const facts = Object.entries(BROWSE_FACTS) as [FactName, Fact][];

/** Returns the facts that `known` has under the names of this table. */
export function factsIn(known: object): BrowseFacts {
  return Object.fromEntries(facts.map(([name]) => [name, own(known as Record<string, unknown>, name)]));
}

/** Returns the names of the facts of these kinds, in the order of the table. */
export function factsOf<K extends FactKind>(...kinds: K[]) {
  type Found = { [N in FactName]: Facts[N]['is'] extends K ? N : never }[FactName];
  return facts.filter(([, { is }]) => (kinds as FactKind[]).includes(is)).map(([name]) => name as Found);
}

/** A fact as a page shows it. */
export interface ShownFact {
  label: string;
  value: string | number;
  unit?: string;
}

/** Lists the facts of `known` that have a label. */
export function labelled(known: Readonly<Record<string, unknown>>): ShownFact[] {
  return facts.flatMap(([name, { label, unit }]) => {
    const value = own(known, name) as string | number | undefined;
    return label === undefined || value === undefined ? [] : [{ label, value, ...defined({ unit }) }];
  });
}
