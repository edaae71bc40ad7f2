// The schema of the notices that the hub posts to HUB_NOTIFY: a small JSON document for each event of interest to an
// operator.
import { type Static, Type } from 'typebox';
import { NOTICE_FORMAT } from './formats.ts';
import { constant, countShape, dayShape, instant, parsedAddress, textShape, url, vocabulary } from './notation.ts';

const always = {
  format: constant(NOTICE_FORMAT, 'The format of this notice.'),
  hub: Type.Optional(url('The public address of the hub; absent where its settings can’t be read.')),
  at: instant('When it happened.'),
  text: textShape('One sentence for people.'),
};

export const Notice = Type.Union(
  [
    Type.Object({
      ...always,
      event: constant('day', 'A new day is in force.'),
      command: textShape('The command that made it.'),
      day: dayShape('The day.'),
      catalog: parsedAddress('Its catalog.'),
    }),
    Type.Object({
      ...always,
      event: constant('aside', 'A day is outside of the rules, and waits for its operator.'),
      command: textShape('The command that kept it aside.'),
      day: dayShape('The day.'),
      catalog: parsedAddress('Its catalog.'),
    }),
    Type.Object({
      ...always,
      event: constant('source', 'A source is down, and models have no other.'),
      source: vocabulary('SourceHost'),
      reason: textShape('What the last probe found, as in health.'),
      models: countShape('Models that no other source holds in full.'),
    }),
    Type.Object({
      ...always,
      event: constant('failed', 'A command has failed: it exits with 1.'),
      command: textShape('The command, without its arguments.'),
    }),
  ],
  { title: 'Notice', description: 'A notice that is posted to HUB_NOTIFY.' },
);
export type Notice = Static<typeof Notice>;

/** A notice without the members that all notices share. */
export type News = Notice extends infer One ? (One extends Notice ? Omit<One, 'format' | 'hub' | 'at'> : never) : never;
