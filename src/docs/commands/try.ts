// Describes the commands of the group "Try".
import type { CommandRow } from './command-row.ts';
import { pullCommand } from './pull.ts';

export const tryCommands = {
  start: {
    does: 'build missing or stale parts, then serve',
    examples: ['npm ci && npm start'],
  },
  verify: {
    does: 'check downloaded files against the index, or against a signed log',
    args: { '<path>': 'a file or a folder' },
    options: {
      '--model <id>': 'the model it should be (default: found by its bytes)',
      '--sums <file>': 'check against this SHA256SUMS file instead of the index',
      '--proof <file|url>': 'check against this proof, or the one of this hub',
      '--key <key>': { repeatable: 'with --proof: a verifier key of the log, or file:PATH' },
      '--witness <key>': { repeatable: 'with --proof: a verifier key of a witness, or file:PATH' },
      '--quorum <n>': 'with --proof: how many witnesses must have cosigned (default: all that are named)',
      '--at <time>': 'with --proof: check it as of this time, such as 2026-11-20T12:00:00Z (default: now)',
      '--keyless': 'with --proof: a signature that nobody checked is fine',
      '--partial': 'missing files are fine',
      '--strict': 'extra files are not fine',
      '--json': 'report as JSON',
    },
    about: `A folder is compared with one model: the one named, or the one whose bytes it holds. Wrong, missing and misnamed files
make it fail. A file is looked up by its SHA-256. Everything is read as a stream and nothing is changed.

--proof needs no index. It checks the files against the checksums in the proof, these against the hub's log, and the log
against the given keys. A proof in a file needs no network; an address that ends in .json is fetched; any other address is
that of a hub, whose proof of --model is fetched or computed. Without --key the answer is no (exit code 1), since nobody
checked the signature; --keyless accepts an unsigned proof.`,
    exit: 'a file is wrong, misnamed or missing, or a proof does not hold',
    examples: [
      'model-hub verify ./bert-base-uncased --model google-bert/bert-base-uncased',
      'model-hub verify ~/.cache/huggingface/hub/models--google-bert--bert-base-uncased',
      'model-hub verify model.safetensors',
      'model-hub verify ./download --sums SHA256SUMS',
      'model-hub verify ./download --proof proof.json --key file:hub.vkey',
      'model-hub verify ./download --proof https://hub.example --model google-bert/bert-base-uncased --key file:hub.vkey',
    ],
  },
  pull: pullCommand,
  lock: {
    does: 'pin models to the byte, and report what moved since',
    args: { '[ids...]': 'the models, as owner/name' },
    options: {
      '--hub <url>': 'the hub (default: HUB_URL, else that of the lock)',
      '--check [file]': 'say what moved since this lock was written (default: models.lock)',
      '--update [file]': 'write this lock anew, with the models named beside it (default: models.lock)',
      '--json': 'with --check and --update: report as JSON',
    },
    about: `A lock has every file of each model with its size, its SHA-256 and its address at every source, and the proof where the
hub's log is signed. No index on disk is needed: it asks the hub that --hub names, else HUB_URL, else the lock, else the
one configured here. --check changes nothing. --update keeps models that the hub no longer has; a diff of the lock then
shows each file and each source that changed.`,
    exit: 'with --check, the revision or the bytes of a model moved, or the hub no longer has it',
    examples: [
      'model-hub lock sentence-transformers/all-MiniLM-L6-v2 google-bert/bert-base-uncased > models.lock',
      'model-hub lock --check',
      'model-hub lock --update models.lock',
      'model-hub lock --update models.lock acme/one-more --hub https://hub.example',
    ],
  },
  fetch: {
    does: 'fetch an object by its address, or the files that a record joins',
    args: { '<address>': 'blake3: and 64 hex digits' },
    options: {
      '--hub <url>': 'the hub (default: the one configured here)',
      '--to <path>': 'where to put it (default: here)',
      '--raw': 'the object itself, even when it is a record',
      '--json': 'report as JSON',
    },
    about: `The files of a record of chunks are put together in the folder of --to: each chunk is hashed before it is written, each
file before it gets its name. An interrupted fetch continues where it ended. Any other object is written to the
file of --to, or under the name it was published with; - is standard output,
for an object of at most 32 MiB.`,
    examples: [
      'model-hub fetch blake3:af1349b9f5f9a1a6a0404dea36dcc9499bcb25c9adc112b7cc9a93cae41f3262',
      'model-hub fetch blake3:<64 hex> --hub https://hub.example --to ./bert-base-uncased',
      'model-hub fetch blake3:<64 hex> --raw --to -',
    ],
  },
  completion: {
    does: 'print what bash, zsh or fish needs to complete commands and options',
    args: { '[shell...]': 'bash, zsh or fish' },
    about: 'Put the line of your shell into ~/.bashrc, ~/.zshrc or ~/.config/fish/config.fish.',
    examples: [
      'source <(model-hub completion bash)',
      'source <(model-hub completion zsh)',
      'model-hub completion fish | source',
    ],
  },
} satisfies Record<string, CommandRow>;
