// The tool `resolve_file`: what a redirect says of a file, and the command that hands it to an engine.
import { SHA256SUMS } from '../../src/dialects/hub/sha256sums.ts';
import { engineCommand } from '../../src/dialects/mcp/engine-command.ts';
import type { FileAnswer } from '../../src/dialects/mcp/resolve-file.ts';
import { parseModelId } from '../../src/nouns/model-id.ts';
import { isRefusal, refuse } from '../../src/table/refusals.ts';
import { href } from '../../src/table/route.ts';
import { routes } from '../../src/table/routes.ts';
import { chooseHolder, entryNotFound } from '../models/resolve.ts';
import type { FileDirections, ServedModel } from '../models/served-model.ts';
import { repositoryAt } from '../registry/repository.ts';
import { argumentText, modelOf, type RunTool, rowOf, type ToolCall } from './tool-call.ts';

export const resolveFile: RunTool = async (call) => {
  const { ports } = call;
  const model = await modelOf(call);
  if (isRefusal(model)) return model;
  const source = argumentText(call, 'source');
  const known = ports.sources.map(({ token }) => token);
  if (source !== undefined && !known.includes(source)) return refuse('UnknownSource', { source, known });
  const path = argumentText(call, 'path')!;
  if (path === SHA256SUMS) return refuse('BadParameter', { name: 'path', fix: `GET ${sumsUrl(call, model)} instead` });
  const file = await model.file(path);
  if (!file) return entryNotFound(model, path);
  const choice = chooseHolder(model.id, file, source, ports);
  if (isRefusal(choice)) return choice;
  const { holder, ok } = choice;
  const others = file.holders.filter((one) => one !== holder);
  const answer: FileAnswer = {
    model: model.id,
    path,
    source: holder.source,
    url: holder.url,
    ...(ok ? {} : { source_ok: false }),
    sha256: file.sha256,
    size: file.size,
    alternatives: others.map(({ source, url }) => ({ source, url })),
    ...(await commandFor(call, model, file, holder.url, source)),
  };
  return answer;
};

/** The hub makes this file itself, and no source has it. */
function sumsUrl({ ports }: ToolCall, { id }: ServedModel): string {
  return ports.baseUrl + href(routes.sha256sums, { ...parseModelId(id)!, revision: 'main' });
}

async function commandFor(
  call: ToolCall,
  model: ServedModel,
  { path, sha256 }: FileDirections,
  url: string,
  pin: string | undefined,
) {
  const row = await rowOf(call, model.id);
  return engineCommand({
    baseUrl: call.ports.baseUrl,
    pin,
    model: model.id,
    path,
    sha256,
    url,
    pipelineTag: row.pipeline_tag,
    library: row.library_name,
    tag: /\.gguf$/i.test(path) ? await tagOf(call, model, path) : undefined,
  });
}

/** The quantisation under which the registry has this file as one layer. */
async function tagOf({ ports, tree }: ToolCall, { id }: ServedModel, path: string): Promise<string | undefined> {
  const { owner, name } = parseModelId(id)!;
  const repository = await repositoryAt(ports, tree, owner, name);
  if (isRefusal(repository) || !('index' in repository)) return undefined;
  const tags = Object.entries(repository.index.tags);
  const found = tags.find(([tag, { ggufFile }]) => tag !== 'latest' && ggufFile?.ggufFile.rfilename === path);
  return found?.[0];
}
