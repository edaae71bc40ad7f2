// Describes `model-hub pull`, and so the one-file program `pull.mjs`.
import type { CommandRow } from './command-row.ts';

export const pullCommand = {
  does: 'download a model from all its sources at once, and check every byte',
  args: {
    '<model>': 'owner/name, owner/name:Q4_K_M for one quantisation, or a lock',
    '[files...]': 'paths, folders or patterns (default: all files)',
  },
  options: {
    '--hub <url>': 'the hub (default: HUB_URL, else the one configured here)',
    '--to <dir>': 'the folder (default: one named as the model)',
    '--include <patterns...>': 'only files that match one of these',
    '--exclude <patterns...>': 'no files that match one of these',
    '--json': 'report each event as a line of JSON',
  },
  about: `All sources of the model send at the same time, each as much as it can. A file is moved into place only when its SHA-256
is that of the index. A source that sends a whole file wrong is named and asked no more. After a stop, the next run goes on.

A lock needs no hub; each of its models gets a folder owner/name below --to.

Proxies come from http_proxy, https_proxy and no_proxy. HUB_SOURCE_TOKENS lists tokens of sources by host, such as
files.example.org=TOKEN; each goes to that host alone.`,
  examples: [
    'model-hub pull owner/name',
    "model-hub pull owner/name config.json 'onnx/*' --to ./model",
    'model-hub pull owner/name:Q4_K_M',
    "model-hub pull owner/name --exclude '*.bin'",
    'model-hub pull models.lock --to ./models',
  ],
} satisfies CommandRow;
