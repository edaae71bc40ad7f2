// Commands of a shell: the public hub's own tool, registry tools, an engine, plain curl, and a call of the MCP server.
import { isRepositoryName, repositoryName } from '../dialects/oci/reference.ts';
import { isWeight } from '../model/weights.ts';
import { browseBy, docsLink } from '../model-page/model-links.ts';
import type { PageFile } from '../model-page/model-page.ts';
import { encodePath } from '../nouns/file-path.ts';
import type { AskedModel } from './asked-model.ts';
import { shellWord } from './shell-word.ts';
import type { WayBody } from './way-body.ts';

/** Downloads with `hf`, all files or those that `include` fits, and has it hash what came. */
export function downloaded({ baseUrl, model, folder }: AskedModel, include = ''): string[] {
  const where = `--revision ${model.revision} --local-dir ${folder}`;
  return [
    `export HF_ENDPOINT=${baseUrl}`,
    `hf download ${model.id}${include} \\\n  ${where}`,
    `hf cache verify ${model.id} \\\n  ${where}`,
  ];
}

export function hf(asked: AskedModel): WayBody {
  return {
    block: downloaded(asked).join('\n'),
    note: `${asked.cost} The download comes from a source that is up, and only sizes are compared; the last command hashes every file against this index.`,
    docs: 'python',
  };
}

export function vllm(asked: AskedModel): WayBody {
  const { model, folder, name } = asked;
  const config = model.files.some(({ path }) => path === 'config.json');
  const weights = model.files.some(({ path }) => /^[^/]+\.(safetensors|bin|pt)$/.test(path));
  if (!config || !weights)
    return {
      missing: `vLLM loads a folder with config.json and weights beside it, and this model ${config ? 'has no such weights' : 'has no config.json'} at its root.`,
      onward: { text: `Look for other builds of ${name}`, href: browseBy('search', name) },
    };
  return {
    block: [...downloaded(asked), `vllm serve ./${folder.replace(/^\.\//, '')}`].join('\n'),
    note: `${asked.cost} vLLM hashes nothing, so it serves a folder that was checked first. Whether it knows this architecture is its own to say.`,
    docs: 'vllm',
  };
}

export function oras(asked: AskedModel): WayBody {
  const { repository, plain, folder, sumsUrl, model } = asked;
  if (!isRepositoryName(repositoryName(model.id)))
    return {
      missing: 'The OCI rules for names leave this one out, so registry tools can’t say it.',
      onward: { text: 'What a name may look like', href: docsLink('oci') },
    };
  return {
    block: [
      `oras pull ${plain ? '--plain-http ' : ''}-o ${folder} ${repository}:latest`,
      `cd ${folder}`,
      `curl -fsS ${sumsUrl} |\n  sha256sum --strict -c`,
    ].join('\n'),
    note: `${asked.cost} oras hashes every layer against its digest, which is the file’s SHA-256. A tag moves with the index, so the last line holds the files against this revision.`,
    docs: 'oras',
  };
}

/** True when a path can't stand in a URL as it is. */
export const hasOddPath = (files: readonly PageFile[]) => files.some(({ path }) => encodePath(path) !== path);
/** The line of a loop that makes `$url` of `$path` then, and what is said of it. */
export const ENCODE = `  url=$(printf %s "$path" | jq -sRr '@uri | gsub("%2F"; "/")')`;
export const ODD = ' Some paths hold characters that a URL may not, which jq encodes.';

export function curl(asked: AskedModel): WayBody {
  const { sumsUrl, filesUrl, folder, model } = asked;
  const odd = hasOddPath(model.files);
  return {
    block: [
      `mkdir -p ${folder} && cd ${folder}`,
      `curl -fsS -o SHA256SUMS ${sumsUrl}`,
      'cut -c 67- SHA256SUMS | while read -r path; do',
      ...(odd ? [ENCODE] : []),
      `  curl -fL --create-dirs -o "$path" "${filesUrl}$${odd ? 'url' : 'path'}"`,
      'done',
      'sha256sum --strict -c SHA256SUMS',
    ].join('\n'),
    note: `${asked.cost} The checksum file is the list of files, too. curl checks nothing; the last line does (on macOS: shasum -a 256 -c).${odd ? ODD : ''}`,
    docs: 'curl',
  };
}

/** The file an agent would want first: what runs, else the largest weight, else whatever is there. */
export function mainFile({ gguf, model: { files } }: AskedModel): PageFile | undefined {
  if (gguf) return gguf.file;
  let largest = files[0];
  for (const file of files) {
    const better = Number(isWeight(file.path)) - Number(isWeight(largest!.path)) || file.size - largest!.size;
    if (better > 0) largest = file;
  }
  return largest;
}

export function mcp(asked: AskedModel): WayBody {
  const { baseUrl, model } = asked;
  const call = {
    ...{ jsonrpc: '2.0', id: 1, method: 'tools/call' },
    params: { name: 'resolve_file', arguments: { model: model.id, path: mainFile(asked)?.path ?? 'config.json' } },
  };
  return {
    block: [
      `curl -fsS ${baseUrl}/mcp \\`,
      "  -H 'Content-Type: application/json' \\",
      "  -H 'Accept: application/json, text/event-stream' \\",
      `  -d ${shellWord(JSON.stringify(call))}`,
    ].join('\n'),
    note: 'What an agent’s client sends: the answer is an address, the SHA-256 the file must have, and the command that runs it. The tools search_models and get_model lead there.',
    docs: 'mcp',
  };
}
