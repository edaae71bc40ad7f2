// Makes the commands for programs that load a model, as the package of the public hub writes them: libraries for Python
// and JavaScript, and vLLM.
import { LOCAL_APPS, MODEL_LIBRARIES_UI_ELEMENTS, type ModelData, PIPELINE_TYPES_SET } from '@huggingface/tasks';
import { own } from '../basics/records.ts';
import { adapterLoader } from '../model/adapter.ts';
import { baseModels } from '../model-page/base-models.ts';
import type { ModelPage } from '../model-page/model-page.ts';
import { type Choice, DOCS_PARTS, type ToolCommand } from './command-body.ts';
import { downloaded, inShells } from './fetch-commands.ts';
import { UNIX } from './shells.ts';
import type { TargetModel } from './target-model.ts';

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

/** The formats that libraries load from a folder. */
const LOADED = ['safetensors', 'pytorch', 'all'];

/**
 * Makes the commands for every program that can load the choice. Each program but that of a browser loads the folder
 * into which the commands of `hf` have fetched the model, so its bytes are checked first.
 */
export function programCommands(target: TargetModel, choice: Choice): ToolCommand[] {
  const data = modelData(target);
  const isLoaded = LOADED.includes(choice.format);
  return [
    ...(isLoaded ? pythonCommands(target, choice, data) : []),
    ...browserCommand(target, choice, data),
    ...(isLoaded ? vllmCommand(target, choice, data) : []),
  ];
}

function pythonCommands(target: TargetModel, choice: Choice, data: ModelData): ToolCommand[] {
  const fetched = inShells((shell) => downloaded(target, choice, shell));
  return librariesOf(target).flatMap((library): ToolCommand[] => {
    const block = snippetOf(library, data)?.replaceAll(`"${target.id}"`, `"./${target.name}"`);
    if (block === undefined) return [];
    const note =
      'Fetched, hashed against this index, and only then loaded. The library may not know this architecture.' +
      (target.adapter ? ' Start Python in the same shell: the base model then comes from this hub, unhashed.' : '');
    const forms = [...fetched, { key: 'python', label: 'Then, in Python', block }];
    return [{ key: library, label: library, forms, note, docs: DOCS_PARTS.python }];
  });
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
    id,
    inference: '',
    transformersInfo: { auto_model: 'AutoModel' },
    tags: adapterLoader(model) === 'diffusers' ? [...tags, 'lora'] : tags,
    pipeline_tag: PIPELINE_TYPES_SET.has(task as 'other') ? (task as 'other') : undefined,
    ...(base !== undefined && {
      cardData: { base_model: base },
      config: { peft: { base_model_name_or_path: base, ...(taskType && { task_type: taskType }) } },
    }),
  };
}

/** Makes the program for transformers.js, which fetches the files itself. */
function browserCommand(target: TargetModel, { format, main, dtype = 'fp32' }: Choice, data: ModelData): ToolCommand[] {
  const { task, revision, baseUrl } = target;
  if (format !== 'onnx' || !main?.path.startsWith('onnx/')) return [];
  const known = task === undefined || task === 'sentence-similarity' ? 'feature-extraction' : data.pipeline_tag;
  const block = snippetOf('transformers.js', { ...data, pipeline_tag: known })
    ?.replace('{ pipeline }', '{ env, pipeline }')
    .replace(/\n\n/, `\n\nenv.remoteHost = '${baseUrl}/';\n`)
    .replace(/\);$/, `, {\n  revision: '${revision}',\n  dtype: '${dtype}',\n});`);
  if (block === undefined) return [];
  const note = 'For browsers and Node. The library hashes nothing; check the folder it keeps with the panel below.';
  const forms = [{ key: 'javascript', label: 'JavaScript', block }];
  return [{ key: 'transformers-js', label: 'transformers.js', forms, note, docs: DOCS_PARTS.javascript }];
}

function vllmCommand(target: TargetModel, choice: Choice, data: ModelData): ToolCommand[] {
  const isAtRoot = /^[^/]+\.(safetensors|bin|pt)$/.test(choice.main?.path ?? '');
  if (!isAtRoot || !has(target, 'config.json') || target.adapter) return [];
  const [first] = LOCAL_APPS.vllm.snippet(data);
  const serve = first!.content[0]!.split('\n').at(-1)!.replace(`"${data.id}"`, `./${target.name}`);
  const block = UNIX.chain([...downloaded(target, choice, UNIX), serve]);
  const note =
    'vLLM runs on Linux; on Windows type this in WSL. It serves a folder that was checked first. It may not know this architecture.';
  return [
    { key: 'vllm', label: 'vLLM', forms: [{ key: 'linux', label: 'Linux', block }], note, docs: DOCS_PARTS.vllm },
  ];
}
