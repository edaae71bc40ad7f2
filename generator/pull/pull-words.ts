// Declares the options of `pull`, and the text of its help.

import { PULL_TOKENS } from './wire/host-tokens.ts';

export interface PullOptions {
  hub?: string | undefined;
  include?: string[] | undefined;
  exclude?: string[] | undefined;
  to?: string | undefined;
  cache?: boolean | undefined;
  limitRate?: string | undefined;
  json?: boolean | undefined;
  offline?: boolean | undefined;
}

/** The text of `--help` after the options. */
export const PULL_EXAMPLES = `
All sources of the model send at the same time, each as much as it can. A file is moved into place only when its SHA-256
is that of the index. A source that sends wrong bytes is named and asked no more. After a stop, the next run goes on.

Examples:
  $ PULL owner/name
  $ PULL owner/name config.json 'onnx/*' --to ./model
  $ PULL owner/name:Q4_K_M --cache
  $ PULL owner/name --exclude '*.bin' --limit-rate 20M
  $ PULL models.lock --to ./models

A lock needs no hub; each of its models gets a folder owner/name below --to.

--cache puts the files where the public hub's own clients look (HF_HUB_CACHE, HF_HOME). Proxies come from http_proxy,
https_proxy, all_proxy and no_proxy. ${PULL_TOKENS} lists tokens of sources by host, such as files.example.org=TOKEN;
each goes to that host alone.`;
