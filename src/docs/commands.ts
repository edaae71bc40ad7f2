// Lists every command of the command line in groups, for `--help` and for the page of the documentation about commands.
import { markdownTable } from '../basics/markdown-table.ts';

/** The groups in their order, each with its commands and the words that describe them in `--help`. */
export const COMMAND_GROUPS = {
  Try: {
    start: 'build missing or stale parts, then serve',
    verify: 'check downloaded files against the index, or against a signed log',
    pull: 'download a model from all its sources at once, and check every byte',
    lock: 'pin models to the byte, and report what moved since',
    fetch: 'fetch an object by its address, or the files that a record joins',
  },
  Fill: {
    index: 'index a new day from the public hub, by the rules of content/index.yaml',
    import: 'import a day of models (JSON Lines, plain or gzip)',
    mirror: 'take the days of another hub or of a folder, or write those here to a folder',
    day: 'index a new day, build it, publish it, and check all of it: for a timer',
    publish: 'publish a file or a folder as objects',
  },
  Run: {
    build: 'build the static tree and the website from the catalog; writes only changes',
    serve: 'serve the built tree; a newer build is picked up while it runs',
    export: 'write the index as plain files for any file server; writes only changes',
    push: 'send the built tree to a bucket, from which hubs serve it; sends only missing files',
    status: 'show the days, the tree and the sources; --check looks at all that the hub needs, and says what to do',
    prune: 'remove trees, objects and temporary files that nothing needs',
    backup: 'write what can’t be made again to one file, while everything runs',
    restore: 'make HUB_DATA out of a backup, and test all of it',
    account: 'show or delete all that is kept of a person',
  },
  'Take back': {
    withdraw: 'take a model out of the hub at once, and say why at its addresses',
    rollback: 'publish an earlier day again, under today’s date',
    archive: 'check every object of every day, or take down the card of a model',
  },
  Trust: {
    key: 'make a key that signs the log, and print its verifier key',
    witness: 'ask the witnesses of the log to cosign its newest checkpoint',
  },
} as const;

type Groups = typeof COMMAND_GROUPS;
export type CommandName = { [G in keyof Groups]: keyof Groups[G] }[keyof Groups];

/** Writes the table of the commands as Markdown. */
export function commandsTable(): string {
  const rows = Object.entries(COMMAND_GROUPS).flatMap(([group, commands]) =>
    Object.entries(commands).map(([name, does], at) => [at === 0 ? group : '', `\`${name}\``, does]),
  );
  return markdownTable(['For', 'Command', 'Does'], rows);
}
