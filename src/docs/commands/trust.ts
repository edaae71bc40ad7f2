// Describes the commands of the group "Trust".
import type { CommandRow } from './command-row.ts';

export const trustCommands = {
  key: {
    does: 'make a key that signs the log, and print its verifier key',
    args: { '[name]': 'the name of the log (default: the host of the public address, and /log)' },
    options: {
      '--out <file>': 'the file for the key; it must not exist yet (default: signing.key)',
      '--json': 'report as JSON',
    },
    about: `The file holds the key itself, for HUB_SIGNING_KEY=file:PATH of the builds; keep a copy apart from the hub. The printed
line is its verifier key: give it to readers. A log has one name for good, and every key of it has that name: to
replace a key, make another, put both into one file, each on a line, and remove the old one when readers have the new one.`,
    examples: [
      'model-hub key',
      'model-hub key models.example.org/log --out /etc/model-hub/signing.key',
      'HUB_SIGNING_KEY=file:/etc/model-hub/signing.key model-hub build',
      'model-hub key models.example.org/log --out next.key --json',
    ],
  },
  witness: {
    does: 'ask the witnesses of the log to cosign its newest checkpoint',
    options: {
      '--json': 'report as JSON',
    },
    about: `A build asks the witnesses of service.yaml (log.witnesses); each later build asks again those that did not cosign. This asks
all of them now, and publishes their cosignatures. A log that a witness contradicts is not published.`,
    exit: 'a cosignature is missing',
    examples: ['model-hub witness', 'model-hub witness --json'],
  },
} satisfies Record<string, CommandRow>;
