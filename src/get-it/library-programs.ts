// Makes the programs that load a model, as the package of the public hub writes them: libraries for Python and
// JavaScript, and vLLM.
import { LOCAL_APPS, MODEL_LIBRARIES_UI_ELEMENTS, type ModelData, PIPELINE_TYPES_SET } from '@huggingface/tasks';
import { own } from '../basics/records.ts';
import { adapterLoader } from '../model/adapter.ts';
import { baseModels } from '../model-page/base-models.ts';
import type { ModelPage } from '../model-page/model-page.ts';
import { idParts } from '../nouns/model-id.ts';
import type { LoadingProgram } from './command-body.ts';

/** The kinds of task that peft knows, by the task of the base model. Most adapters are for text, and state no task. */
const TASK_TYPES: Readonly<Record<string, string>> = {
  '': 'CAUSAL_LM',
  'text-generation': 'CAUSAL_LM',
  'text2text-generation': 'SEQ_2_SEQ_LM',
  summarization: 'SEQ_2_SEQ_LM',
  translation: 'SEQ_2_SEQ_LM',
  'text-classification': 'SEQ_CLS',
  'token-classification': 'TOKEN_CLS',
};

/**
 * Lists the programs for `model`. `baseUrl` is the hub's address without a trailing slash. Each program of a library
 * loads the folder into which the commands of `hf` have fetched the model, so its bytes are checked first.
 */
export function programsOf(model: ModelPage, baseUrl: string): LoadingProgram[] {
  const data = modelData(model);
  const folder = `./${idParts(model.id).name}`;
  const python = librariesOf(model).flatMap((library): LoadingProgram[] => {
    const block = snippetOf(library, data)?.replaceAll(`"${model.id}"`, `"${folder}"`);
    return block === undefined ? [] : [{ key: library, label: library, kind: 'python', block }];
  });
  const hasConfig = has(model, 'config.json') && adapterLoader(model) === undefined;
  return [...python, ...browserProgram(data, model, baseUrl), ...(hasConfig ? [vllm(data, folder)] : [])];
}

const has = ({ files }: ModelPage, name: string) => files.some(({ path }) => path === name);

function librariesOf(model: ModelPage): ('peft' | 'diffusers' | 'sentence-transformers' | 'transformers')[] {
  const adapter = adapterLoader(model);
  if (adapter) return [adapter];
  if (has(model, 'model_index.json')) return ['diffusers'];
  if (!has(model, 'config.json')) return [];
  const isForSentences =
    has(model, 'modules.json') || model.library === 'sentence-transformers' || model.task === 'sentence-similarity';
  return isForSentences ? ['sentence-transformers', 'transformers'] : ['transformers'];
}

/** Gives the first program of a library that names the model; undefined if the library has only words about it. */
function snippetOf(library: string, data: ModelData): string | undefined {
  const { snippets } = MODEL_LIBRARIES_UI_ELEMENTS[library as 'transformers'];
  return snippets!(data).find((text) => text.includes(data.id));
}

/** Describes a model to the package. The task is left out unless the package knows it, since programs contain it. */
function modelData(model: ModelPage): ModelData {
  const { id, tags, task = '' } = model;
  const base = baseModels(model)[0]?.id;
  const taskType = own(TASK_TYPES, task);
  return {
    ...{ id, inference: '', transformersInfo: { auto_model: 'AutoModel' } },
    tags: adapterLoader(model) === 'diffusers' ? [...tags, 'lora'] : tags,
    pipeline_tag: PIPELINE_TYPES_SET.has(task as 'other') ? (task as 'other') : undefined,
    ...(base !== undefined && {
      cardData: { base_model: base },
      config: { peft: { base_model_name_or_path: base, ...(taskType && { task_type: taskType }) } },
    }),
  };
}

/** Makes the program for transformers.js, which fetches the files itself; a version gives its data type (`{dtype}`). */
function browserProgram(data: ModelData, { task, revision }: ModelPage, baseUrl: string): LoadingProgram[] {
  const known = task === undefined || task === 'sentence-similarity' ? 'feature-extraction' : data.pipeline_tag;
  const block = snippetOf('transformers.js', { ...data, pipeline_tag: known })
    ?.replace('{ pipeline }', '{ env, pipeline }')
    .replace(/\n\n/, `\n\nenv.remoteHost = '${baseUrl}/';\n`)
    .replace(/\);$/, `, {\n  revision: '${revision}',\n  dtype: '{dtype}',\n});`);
  return block === undefined ? [] : [{ key: 'transformers-js', label: 'transformers.js', kind: 'javascript', block }];
}

function vllm(data: ModelData, folder: string): LoadingProgram {
  const [first] = LOCAL_APPS.vllm.snippet(data);
  const command = first!.content[0]!.split('\n').at(-1)!.replace(`"${data.id}"`, folder);
  return { key: 'vllm', label: 'vLLM', kind: 'linux', block: command };
}
