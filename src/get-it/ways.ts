// The ways to take a model along, one a client: commands that are whole, bound to the indexed revision, and end in a check.
import type { ModelPage } from '../model-page/model-page.ts';
import { type AskedModel, askedModel } from './asked-model.ts';
import { directAria2, directCurl, directLlamaCpp } from './direct-ways.ts';
import { llamaCpp, ollama } from './gguf-ways.ts';
import { javascript, python } from './program-ways.ts';
import { curl, hf, mcp, oras, vllm } from './shell-ways.ts';
import type { WayBody } from './way-body.ts';

/** One tab. */
export type Way = { key: string; label: string } & WayBody;

const CLIENTS: readonly [key: string, label: string, way: (model: AskedModel) => WayBody][] = [
  ['hf', 'hf', hf],
  ['python', 'Python', python],
  ['javascript', 'JavaScript', javascript],
  ['llama-cpp', 'llama.cpp', llamaCpp],
  ['ollama', 'Ollama', ollama],
  ['oras', 'oras', oras],
  ['vllm', 'vLLM', vllm],
  ['curl', 'curl', curl],
  ['mcp', 'MCP', mcp],
];

/** Those of an export: what needs no redirect of the hub. */
const DIRECT: typeof CLIENTS = [
  ['curl', 'curl', directCurl],
  ['aria2', 'aria2', directAria2],
  ['llama-cpp', 'llama.cpp', directLlamaCpp],
];

/** Every tab of a model's page, in the order shown. `baseUrl` is the hub's own, without a trailing slash. */
export function waysToGet(model: ModelPage, baseUrl: string): Way[] {
  const asked = askedModel(model, baseUrl);
  return (model.isDirect ? DIRECT : CLIENTS).map(([key, label, way]) => ({ key, label, ...way(asked) }));
}
