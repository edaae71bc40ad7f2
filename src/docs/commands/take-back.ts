// Describes the commands of the group "Take back".
import type { CommandRow } from './command-row.ts';

export const takeBackCommands = {
  withdraw: {
    does: 'take a model out of the hub at once, and say why at its addresses',
    args: { '[owner/name]': 'the model' },
    options: {
      '--reason <sentence>': 'why, in one line for everybody',
      '--status <code>': '451 (legal reasons) or 410 (gone) (default: 451)',
      '--until <day>': 'the day with which it ends, YYYY-MM-DD',
      '--lift': 'end it: the model is back with the next tree whose day has it',
      '--purge': 'then remove its model, source and card objects for good; never a day’s catalog',
      '--from <bucket...>': 'with --purge: a bucket of "push" that has them too, s3://BUCKET/PREFIX',
      '--list': 'list what is withdrawn, and why',
      '--json': 'report as JSON',
    },
    about: `Every host that shares HUB_DATABASE refuses the model within about a second, with the reason and the day, and no list and
no search has it. Then the next tree is built without it. Plain files, Workers and Lambda follow with
the next "export" or "push", which build first where that is needed. "index", "import" and "mirror" leave the model out
from now on. Objects stay readable by their addresses until --purge, which also takes a model that is withdrawn already.
With --until it is back by itself, with the first build of that day.`,
    examples: [
      'model-hub withdraw owner/name --reason "Removed at the request of its author"',
      'model-hub withdraw owner/name --reason "Court order 12 O 345/26" --until 2027-01-01',
      'model-hub withdraw owner/name --reason "Gone for good" --status 410',
      'model-hub withdraw owner/name --purge --from s3://models/hub',
      'model-hub withdraw owner/name --lift',
      'model-hub withdraw --list --json',
    ],
  },
  rollback: {
    does: 'publish an earlier day again, under today’s date',
    args: { '[day]': 'the day to go back to (default: the one before the day in force)' },
    options: {
      '--day <YYYY-MM-DD>': 'the day it is published under (default: today, UTC)',
      '--json': 'report as JSON',
    },
    about: `Makes a new day with the models of an earlier one: by default of the day before the one in force. Days, the log and those
who watch it go forward, and what was published stays in the archive. Models that came since are served no more; the next
import or index may bring them back.`,
    examples: [
      'model-hub rollback && model-hub build',
      'model-hub rollback 2026-11-20',
      'model-hub rollback 2026-11-20 --json',
    ],
  },
  archive: {
    does: 'check every object of every day, or take down the card of a model',
    commands: {
      verify: {
        does: 'read every object of every day and compare it with its address',
        options: {
          '--json': 'report as JSON',
        },
        about: `Walks the days back from the newest, and reads and hashes every catalog, model, source and card object that they name.
Damaged or missing objects are listed with the fix. A card may be gone, since it can be taken
down: those are counted.`,
        exit: 'an object is damaged or missing',
        examples: ['model-hub archive verify', 'model-hub archive verify --json'],
      },
      takedown: {
        does: 'remove the card of a model, of every day, and keep it out',
        args: { '<owner/name>': 'the model' },
        options: {
          '--lift': 'let its card in again with the next day that has one',
          '--json': 'report as JSON',
        },
        about: `Removes the text of README.md from the object store, the tree and the crawl's memory, for all days, and no import, index or
mirror brings it back. The days are unchanged: they name an object that is gone. The page of
the model is made again, without its card, by the next "model-hub build". Files of an export, of a bucket and of other
hubs are not touched: export again, and remove the objects that are named here from the bucket.`,
        examples: [
          'model-hub archive takedown owner/name && model-hub build',
          'model-hub archive takedown owner/name --lift',
        ],
      },
    },
  },
} satisfies Record<string, CommandRow>;
