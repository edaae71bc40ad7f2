// `model-hub start` (npm start): builds what is missing or stale, serves the hub, and suggests first requests.
import { checkLocalAddress } from '../../functions/hosts/local-hub.ts';
import { openTree } from '../../functions/stores/tree/folder-tree.ts';
import type { StoredTree } from '../../functions/stores/tree/tree.ts';
import { shellWord } from '../../src/get-it/shells.ts';
import { counted } from '../../src/model/figures.ts';
import { parseModelId } from '../../src/nouns/model-id.ts';
import type { ModelInfo } from '../../src/shapes/models.ts';
import { href, treePath } from '../../src/table/route.ts';
import { routes } from '../../src/table/routes.ts';
import { buildHub } from '../hub/build-hub.ts';
import { createProgress } from '../process/progress.ts';
import type { CommandCall } from './command-call.ts';
import { serveBuilt } from './serve.ts';

/** Builds what is missing or stale, and serves the hub. */
export async function startHub({ config, service }: CommandCall<object>): Promise<void> {
  // Looks at the address first: a build takes minutes, and is useless if the hub can't listen.
  await checkLocalAddress(config);
  const { stamp } = await buildHub(config, service, createProgress());
  const example = await exampleIn(openTree(config.dist));
  const greet = (url: string) => greeting(url, stamp.snapshot, stamp.counts.models, example);
  await serveBuilt(config, service, { greet });
}

/** A model and one of its files, for people to try out. */
interface Example {
  id: { owner: string; name: string };
  path: string;
}

/**
 * Gives the first model of the list, and its configuration file or, without one, another of its files. Gives undefined
 * if the index is empty.
 */
export async function exampleIn(tree: Pick<StoredTree, 'text'>): Promise<Example | undefined> {
  const rows = JSON.parse((await tree.text(treePath(routes.models, {}))) ?? '[]') as { id: string }[];
  const id = rows[0] && parseModelId(rows[0].id);
  const text = id && (await tree.text(treePath(routes.model, id)));
  if (!id || !text) return undefined;
  const paths = (JSON.parse(text) as ModelInfo).siblings.map(({ rfilename }) => rfilename);
  return { id, path: paths.find((path) => path === 'config.json') ?? paths[0] ?? 'SHA256SUMS' };
}

/** Makes the text that is printed when the hub has started. Its example commands use a model of this index. */
export function greeting(url: string, day: string, models: number, example: Example | undefined): string {
  const stop = 'Ctrl-C stops it.';
  if (!example)
    return (
      `\nModel Hub: the index of ${day} is empty. "model-hub import FILE" fills it with rows of yours, ` +
      `"model-hub index OWNER/NAME" with\nmodels of the public hub. ${stop}\n\n`
    );
  const { id, path } = example;
  const file = url + href(routes.resolve, { ...id, revision: 'main', path });
  return `
Model Hub: ${counted(models, 'model')} of ${day}. Open ${url}/ or try

  curl -s ${shellWord(`${url}/api/models?search=${id.name}&limit=3`)}
  curl -sI ${shellWord(file)}
  HF_ENDPOINT=${url} hf download ${id.owner}/${id.name} ${shellWord(path)}

${stop}

`;
}
