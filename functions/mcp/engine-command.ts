// Makes one shell command that loads a file in an inference engine. The kind of the file decides which engine.

import { inTheOpen, shellWord, UNIX, withoutDash } from '../../src/get-it/shells.ts';
import { repositoryName } from '../../src/model/reference.ts';
import { isWeight } from '../../src/model/weight-formats.ts';
import { fileName } from '../../src/nouns/file-path.ts';
import { pinnedPath } from '../../src/nouns/source-kinds.ts';

export interface AskedFile {
  /** The public address of the hub, without a trailing slash. */
  baseUrl: string;
  /** The token of the source that the request pins; undefined if any source that is up may send the bytes. */
  pin: string | undefined;
  /** The model's id. */
  model: string;
  path: string;
  sha256: string;
  /** The URL of the bytes at a source. */
  url: string;
  pipelineTag: string | undefined;
  library: string | undefined;
  /** The registry's tag for the file, if it is a GGUF that Ollama can load. */
  tag: string | undefined;
}

interface EngineCommand {
  engine: string;
  /** The command for a POSIX shell. Every word that may hold characters with a meaning for the shell is quoted. */
  command: string;
}

/**
 * Returns the command for `file`. An engine that checks the hash of its download is preferred, and after it an engine
 * that can use the hub as its endpoint.
 */
export function engineCommand(file: AskedFile): EngineCommand {
  const name = fileName(file.path);
  if (/\.gguf$/i.test(name) && !/mmproj/i.test(name)) return ggufCommand(file) ?? fetchCommand(file);
  if (/\.(safetensors|bin|pt|pth)$/i.test(name)) return modelCommand(file) ?? fetchCommand(file);
  return fetchCommand(file);
}

/**
 * Returns a command for a GGUF file. The engine finds all shards by the name of the first. Returns undefined for a path
 * that begins with a dash, because llama.cpp takes no such path.
 */
function ggufCommand({ baseUrl, pin, model, path, tag }: AskedFile): EngineCommand | undefined {
  // An Ollama reference has only a host, an owner, a model and a tag, so it can't hold a pin.
  if (tag !== undefined && pin === undefined) {
    const { host, protocol } = new URL(baseUrl);
    const insecure = protocol === 'http:' ? '--insecure ' : '';
    return { engine: 'ollama', command: `ollama run ${insecure}${host}/${repositoryName(model)}:${tag}` };
  }
  if (path.startsWith('-')) return undefined;
  const first = path.replace(/-\d{5}-of-(\d{5})(\.gguf)$/i, '-00001-of-$1$2');
  const command = `MODEL_ENDPOINT=${shellWord(baseUrl + pinnedPath(pin, '/'))} llama-cli -hf ${shellWord(model)} -hff ${shellWord(first)}`;
  return { engine: 'llama-cli', command };
}

/** Returns a command for an engine that loads the whole model by its id, through the library of the public hub. */
function modelCommand({ baseUrl, pin, model, path, pipelineTag, library }: AskedFile): EngineCommand | undefined {
  const endpoint = `HF_ENDPOINT=${shellWord(baseUrl + pinnedPath(pin, ''))}`;
  if (library !== undefined && library !== 'transformers') return undefined;
  if (pipelineTag === 'text-generation' || pipelineTag === 'image-text-to-text')
    return { engine: 'vllm', command: `${endpoint} vllm serve ${shellWord(model)}` };
  // The task comes from a row of the index and goes into Python code, so it must be a plain word.
  if (pipelineTag === undefined || !/^[a-z0-9-]+$/.test(pipelineTag) || !isWeight(path)) return undefined;
  const code = `from transformers import pipeline; print(pipeline("${pipelineTag}", model="${model}").model)`;
  return { engine: 'transformers', command: `${endpoint} python -c ${shellWord(code)}` };
}

/** Returns a command that downloads and checks the file, for a file that no engine downloads itself. */
function fetchCommand({ url, path, sha256 }: AskedFile): EngineCommand {
  const to = inTheOpen(path);
  const folders = to.includes('/') ? '--create-dirs ' : '';
  const check = `echo ${shellWord(`${sha256}  ${withoutDash(to)}`)} | sha256sum --strict -c`;
  return { engine: 'curl', command: `curl -fsSL ${folders}-o ${UNIX.path(to)} ${shellWord(url)} && ${check}` };
}
