// What the commands of a model's page have in common: its names, its addresses on this host, and the file to run.

import { repositoryName } from '../dialects/oci/reference.ts';
import { bytes } from '../model/figures.ts';
import { ggufFiles } from '../model/gguf-files.ts';
import { modelLinks, ownerAndName } from '../model-page/model-links.ts';
import { type ModelPage, type PageFile, totalsOf } from '../model-page/model-page.ts';
import { shellPath } from './shell-word.ts';

export interface AskedModel {
  model: ModelPage;
  owner: string;
  name: string;
  /** The name as a folder, ready for a shell. */
  folder: string;
  /** The hub, without a trailing slash. */
  baseUrl: string;
  /** True: the hub has no TLS, which registry tools want to be told. */
  plain: boolean;
  /** Absolute: a percent-encoded path of the repository comes behind it. */
  filesUrl: string;
  sumsUrl: string;
  /** `host/owner/name` as registries spell it. */
  repository: string;
  /** What a download of all files costs, and what one copy would; one sentence. */
  cost: string;
  /** The GGUF to run when none is named: the file of the registry's `latest`. */
  gguf: RunnableGguf | undefined;
}

interface RunnableGguf {
  /** The whole model, or its first shard. */
  file: PageFile;
  sharded: boolean;
  /** The tag of exactly this file; `latest` when its name tells no quantisation. */
  tag: string;
}

/** Everything the commands for `model` are made of. */
export function askedModel(model: ModelPage, baseUrl: string): AskedModel {
  const [owner, name] = ownerAndName(model.id);
  const { host, protocol } = new URL(baseUrl);
  const links = modelLinks(model);
  return {
    ...{ model, owner, name, baseUrl },
    folder: shellPath(name),
    plain: protocol === 'http:',
    filesUrl: baseUrl + links.files,
    sumsUrl: baseUrl + links.sums,
    repository: `${host}/${repositoryName(model.id)}`,
    cost: costOf(model),
    gguf: runnableGguf(model),
  };
}

function costOf(model: ModelPage): string {
  const { copy } = model;
  const all = bytes(totalsOf(model).bytes);
  const less = copy && bytes(copy.bytes) !== all ? `; one usable copy needs ${bytes(copy.bytes)} of weights` : '';
  return `This fetches the whole repository, ${all}${less}.`;
}

function runnableGguf({ files, quants }: ModelPage): RunnableGguf | undefined {
  if (!files.some(({ path }) => path.endsWith('.gguf'))) return undefined;
  const latest = ggufFiles(files).latest;
  const tag = quants.find(({ path }) => path === latest?.file.path)?.tag ?? 'latest';
  return latest && { ...latest, tag };
}
