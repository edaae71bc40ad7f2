// Describes the commands of the group "Fill".
import type { CommandRow } from './command-row.ts';

export const fillCommands = {
  index: {
    does: 'index a new day from the public hub, by the rules of content/index.yaml',
    args: { '[ids...]': 'models to look at (default: the wishes of content/index.yaml)' },
    options: {
      '--day <YYYY-MM-DD>': 'the day (default: today, UTC)',
      '--rules <file>': 'another index.yaml',
      '--retry <ids...>': 'look at these too, even if they were not found lately',
      '--accept': 'publish the day that is kept aside',
      '--json': 'report as JSON',
    },
    about: `content/index.yaml lists the wanted and unwanted models, and limits the cost of a run. Ids named here replace its wishes;
indexed models that are due are updated in any case. Each small file is read once, for all models that have it, and checked against
its git SHA-1; the hub declares the SHA-256 of large ones. The rules' further sources are asked which of these files
they have. A stopped run continues where it ended. A model that could not be reached stays unchanged. If there are too
many of these, or of models that are gone, have shrunk or have other bytes, the day is kept aside and the one before stays
in force. --accept publishes the day that is kept aside; where there is none, it makes a day and publishes it unchecked.`,
    exit: 'the day is kept aside',
    examples: [
      'model-hub index HuggingFaceTB/SmolLM2-135M-Instruct',
      'model-hub index',
      'model-hub index --retry owner/name',
      'model-hub index --rules ./index.yaml --json',
      'model-hub index --accept',
    ],
  },
  import: {
    does: 'import a day of models (JSON Lines, plain or gzip)',
    args: { '<file>': 'the rows; - for standard input' },
    options: {
      '--day <YYYY-MM-DD>': 'the day the rows are of (default: today, UTC)',
      '--drop <id>': { repeatable: 'forget a model for good' },
      '--skip-invalid': 'leave bad rows out instead of failing',
      '--onto-seed': 'continue the catalog that ships, when HUB_DATA has none yet',
      '--accept': 'publish the day even if it is outside of the rules',
      '--json': 'report as JSON',
    },
    about: `A row is one JSON object a line: id, revision and files [{path, size, sha256}], and further facts, if known.
The rows of a file are the models of one day. Models of the day before that are missing become thin: served and found,
but without task and figures. Any bad row fails the whole import, and nothing changes. A day on which too many models are gone, have
shrunk or have other bytes is kept aside, by the rules of content/index.yaml; --accept publishes it anyway.`,
    exit: 'a row is bad, or the day is kept aside',
    examples: [
      'model-hub import rows.jsonl',
      'model-hub import rows.jsonl.gz --day 2026-11-20',
      'zcat rows.jsonl.gz | model-hub import - --skip-invalid --json',
      'model-hub import rows.jsonl --drop owner/name',
      'model-hub import rows.jsonl --accept',
    ],
  },
  mirror: {
    does: 'take the days of another hub or of a folder, or write those here to a folder',
    args: { '[from]': 'the URL of a hub, or a folder that --to wrote' },
    options: {
      '--at <YYYY-MM-DD>': 'the newest day to take (default: the newest there is)',
      '--to <folder>': 'then write the days that are here to this folder',
      '--accept': 'publish the days even if the newest is outside of the rules',
      '--json': 'report as JSON',
    },
    about: `Reads catalogs back to a day that is here already, then takes the missing objects; each must have the hash in its
address and keep the rules of imports. An interrupted run continues where it ended. The pointer moves last.
"model-hub build" then makes the tree; two hubs with the same days and the same service.yaml give the same
answers wherever no host is named.

When too many models are gone, have shrunk or have other bytes since the day in force, the new day is kept aside, by the
rules of content/index.yaml; --accept publishes it anyway.

--to then writes the days that are here, with all that they name, to a folder: "model-hub mirror FOLDER" takes them from it
where there is no network. The folder keeps its days, and the next run adds what is new.`,
    exit: 'the newest day is kept aside',
    examples: [
      'model-hub mirror https://hub.example',
      'model-hub mirror https://hub.example --at 2026-11-20',
      'model-hub mirror https://hub.example --accept',
      'model-hub mirror https://hub.example --to /media/stick/days',
      'model-hub mirror --to /media/stick/days',
      'model-hub mirror /media/stick/days',
    ],
  },
  day: {
    does: 'index a new day, build it, publish it, and check all of it: for a timer',
    args: { '[ids...]': 'models to look at (default: the wishes of content/index.yaml)' },
    options: {
      '--day <YYYY-MM-DD>': 'the day (default: today, UTC)',
      '--rules <file>': 'another index.yaml',
      '--export <folder>': 'write plain files to a folder, as "export" does',
      '--attest': 'with --export: signatures by HUB_ATTESTATION_KEY',
      '--push <bucket>': 'take the tree to s3://BUCKET/PREFIX, as "push" does',
      '--accept': 'publish the day that is kept aside',
      '--json': 'report every step as JSON',
    },
    about: `The steps are those of "index", "build", "export", "push" and "archive verify", under one lock of HUB_DATA from the first to the
last. If one fails, the old day is still served, and the next run for the same day goes
on there. If "index" keeps the day aside, --accept publishes it, and does the later steps. Run it from a timer;
deploy/ has units for systemd and a line for cron, and "status --fresh 36h" is the alarm.`,
    exit: 'a step fails, or the day is kept aside',
    examples: [
      'model-hub day',
      'model-hub day --export /srv/model-hub',
      'model-hub day --push s3://models/hub --json',
      'model-hub day HuggingFaceTB/SmolLM2-135M-Instruct --rules ./index.yaml',
      'model-hub day --accept',
    ],
  },
  publish: {
    does: 'publish a file or a folder as objects',
    args: { '<path>': 'a file or a folder' },
    options: {
      '--hub <url>': 'the hub (default: the one configured here)',
      '--model <id>': 'the files are of this model: only its files, and only with its bytes',
      '--kind <kind>': 'the kind of a single object',
      '--type <type>': 'the media type of a single object',
      '--name <name>': 'the file name to keep (default: its own)',
      '--chunk-size <MiB>': 'size of a chunk, 1 to 32 (default: 4)',
      '--json': 'report as JSON',
    },
    about: `The publisher token is read from HUB_PUBLISHER_TOKEN. A file that fits into one chunk becomes one object. A larger
one, a folder, and a model become chunks and a source record that joins them; fetch puts them together again.
Objects that the hub has already are not sent again, so an interrupted publish continues where it ended.`,
    examples: [
      'model-hub publish notes.json --type application/json',
      'model-hub publish model.safetensors --hub https://hub.example',
      'model-hub publish ./bert-base-uncased --model google-bert/bert-base-uncased',
    ],
  },
} satisfies Record<string, CommandRow>;
