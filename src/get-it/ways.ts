// Each tool's commands for a chosen version: they fetch all of it at the indexed revision, and end with a check.
import { mcpWay } from './agent-ways.ts';
import type { AskedModel } from './asked-model.ts';
import type { Choice } from './choice.ts';
import { directAria2, directCurl, directLlamaCpp } from './direct-ways.ts';
import { curl, hf, oras } from './fetch-ways.ts';
import { diffusers, sentenceTransformers, transformers, transformersJs } from './load-ways.ts';
import { javascript, python } from './program-ways.ts';
import { pull } from './pull-way.ts';
import { llamaCpp, ollama, vllm } from './serve-ways.ts';
import type { WayBody } from './way-body.ts';

/** One tab. */
export type Way = { key: string; label: string } & WayBody;

type Tool = readonly [key: string, label: string, way: (asked: AskedModel, choice: Choice) => WayBody];

/** The tools: first the hub's own program, then programs that run the model, then those that only fetch it. */
const TOOLS: readonly Tool[] = [
  ['pull', 'pull', pull],
  ['llama-cpp', 'llama.cpp', llamaCpp],
  ['ollama', 'Ollama', ollama],
  ['sentence-transformers', 'sentence-transformers', sentenceTransformers],
  ['diffusers', 'diffusers', diffusers],
  ['transformers', 'transformers', transformers],
  ['transformers-js', 'transformers.js', transformersJs],
  ['vllm', 'vLLM', vllm],
  ['hf', 'hf', hf],
  ['curl', 'curl', curl],
  ['python', 'Python', python],
  ['javascript', 'JavaScript', javascript],
  ['oras', 'oras', oras],
  ['mcp', 'MCP', mcpWay],
];

/** The tools in an export. They need no hub. */
const DIRECT: typeof TOOLS = [
  ['curl', 'curl', directCurl],
  ['aria2', 'aria2', directAria2],
  ['llama-cpp', 'llama.cpp', directLlamaCpp],
];

/**
 * Gives every tool's commands for the chosen version, in the order in which they are shown. If a tool can't use that
 * version, gives the reason.
 */
export function waysTo(asked: AskedModel, choice: Choice): Way[] {
  return (asked.direct ? DIRECT : TOOLS).map(([key, label, way]) => {
    const body = way(asked, choice);
    return { key, label, ...(asked.adapter && key !== 'mcp' ? ofAdapter(key, body, asked.adapter) : body) };
  });
}

/** Tools that run a whole model, but no adapter. */
const RUNNERS = [
  'llama-cpp',
  'ollama',
  'sentence-transformers',
  'diffusers',
  'transformers',
  'transformers-js',
  'vllm',
];

/** Adds to a tool's text that an adapter needs its base model. */
function ofAdapter(key: string, body: WayBody, { base, page }: NonNullable<AskedModel['adapter']>): WayBody {
  const named = base ?? 'its base model, which adapter_config.json names';
  if (RUNNERS.includes(key))
    return {
      missing: `This is an adapter (PEFT), which runs on top of ${named}: fetch both, and give the adapter to the library peft.`,
      ...(base !== undefined && page !== undefined && { onward: { text: `Commands for ${base}`, href: page } }),
    };
  if ('missing' in body) return body;
  return {
    ...body,
    note: `Without the base model, which has to be fetched as well: ${base ?? 'adapter_config.json names it'}. ${body.note}`,
  };
}

/**
 * Gives one short command for a choice, for places with little room: the command of the first tool; undefined if that
 * tool has none.
 */
export function firstCommand(asked: AskedModel, choice: Choice): string | undefined {
  const way = (asked.direct ? DIRECT : TOOLS)[0]![2](asked, choice);
  return 'forms' in way ? way.forms[0]?.block : undefined;
}
