// Writes programs that fetch the chosen files, check them, and load the model: in Python, and in JavaScript with
// transformers.js.

import type { Choice } from './choice.ts';
import type { CommandBody, Form } from './command-body.ts';
import { fetchedInPython, imported } from './program-commands.ts';
import type { TargetModel } from './target-model.ts';

/** The tasks for which transformers has a pipeline of the same name. */
const PIPELINES = new Set([
  ...['audio-classification', 'automatic-speech-recognition', 'depth-estimation', 'document-question-answering'],
  ...['feature-extraction', 'fill-mask', 'image-classification', 'image-feature-extraction', 'image-segmentation'],
  ...['image-text-to-text', 'mask-generation', 'object-detection', 'text-classification', 'text-generation'],
  ...['text-to-audio', 'token-classification', 'video-classification', 'zero-shot-classification'],
  ...['zero-shot-image-classification', 'zero-shot-object-detection'],
]);
/** The tasks whose models are loaded with the class `AutoModelForSeq2SeqLM`. */
const SEQUENCES = new Set(['summarization', 'text2text-generation', 'translation']);

/** The keys of the formats that the Python libraries here load. */
const LOADED = ['safetensors', 'pytorch', 'all'];

export function transformers(target: TargetModel, choice: Choice): CommandBody {
  const { has, task = '' } = target;
  if (!has.includes('config.json') || has.includes('model_index.json'))
    return { missing: 'transformers loads a folder with config.json at its root, and this model has none.' };
  const wrong = otherFormat('transformers', choice);
  if (wrong) return wrong;
  if (SEQUENCES.has(task))
    return loaded(
      target,
      choice,
      ['from transformers import AutoModelForSeq2SeqLM, AutoTokenizer'],
      'AutoTokenizer.from_pretrained(folder), AutoModelForSeq2SeqLM.from_pretrained(folder)',
      ['tokenizer, model = load()'],
    );
  const named = task === 'sentence-similarity' ? 'feature-extraction' : task;
  if (PIPELINES.has(named))
    return loaded(target, choice, ['from transformers import pipeline'], `pipeline('${named}', model=folder)`, [
      'run = load()',
    ]);
  return loaded(target, choice, ['from transformers import AutoModel'], 'AutoModel.from_pretrained(folder)', [
    'model = load()',
  ]);
}

export function sentenceTransformers(target: TargetModel, choice: Choice): CommandBody {
  const { has, library, task } = target;
  const isMeant = has.includes('modules.json') || library === 'sentence-transformers' || task === 'sentence-similarity';
  if (!isMeant || !has.includes('config.json'))
    return {
      missing:
        'sentence-transformers loads models that turn sentences into vectors; this one does not say that it does.',
    };
  return (
    otherFormat('sentence-transformers', choice) ??
    loaded(target, choice, ['from sentence_transformers import SentenceTransformer'], 'SentenceTransformer(folder)', [
      'model = load()',
      "vectors = model.encode(['A first sentence', 'And a second'])",
    ])
  );
}

export function diffusers(target: TargetModel, choice: Choice): CommandBody {
  if (!target.has.includes('model_index.json'))
    return { missing: 'diffusers loads a folder with model_index.json, and this model has none.' };
  return (
    otherFormat('diffusers', choice) ??
    loaded(target, choice, ['from diffusers import DiffusionPipeline'], 'DiffusionPipeline.from_pretrained(folder)', [
      'pipe = load()',
    ])
  );
}

function otherFormat(library: string, { format }: Choice): CommandBody | undefined {
  if (LOADED.includes(format)) return undefined;
  return { missing: `${library} loads safetensors and PyTorch files, and what is chosen is another format.` };
}

/** Makes a program that fetches and checks the files, and then loads `result` from the folder. */
function loaded(target: TargetModel, choice: Choice, imports: string[], result: string, lines: string[]): CommandBody {
  const block = [...fetchedInPython(target, choice, { name: 'load', imports, result }), ...lines].join('\n');
  return {
    forms: [{ key: 'python', label: 'Python', block }],
    bytes: choice.bytes,
    note: 'Fetched, hashed against this index, and only then loaded. The library may not know this architecture.',
    docs: 'python',
  };
}

export function transformersJs(target: TargetModel, choice: Choice): CommandBody {
  const { id, revision, task, baseUrl, filesUrl } = target;
  const isOnnx = choice.format === 'onnx' && choice.main?.path.startsWith('onnx/');
  if (!isOnnx)
    return {
      missing: 'transformers.js loads ONNX files of a folder called onnx, and what is chosen has none.',
      onward: {
        text: 'Look for ONNX builds',
        href: `${target.browse}?search=${encodeURIComponent(target.name)}&filter=onnx`,
      },
    };
  const pipe = task === 'sentence-similarity' ? 'feature-extraction' : (task ?? 'feature-extraction');
  // The library expects a template of the middle of a file's address: without the hub's address, and without the file's
  // path.
  const template = filesUrl
    .slice(baseUrl.length + 1)
    .replace(id, '{model}')
    .replace(revision, '{revision}');
  const block = [
    imported('env, pipeline', '@huggingface/transformers'),
    '',
    `env.remoteHost = '${baseUrl}/';`,
    `env.remotePathTemplate = '${template}';`,
    `const run = await pipeline('${pipe.replace(/[^\w-]/g, '')}', '${id}', {`,
    `  revision: '${revision}',`,
    `  dtype: '${choice.dtype ?? 'fp32'}',`,
    '});',
  ].join('\n');
  const form: Form = { key: 'javascript', label: 'JavaScript', block };
  return {
    forms: [form],
    bytes: choice.bytes,
    note: 'For browsers and Node. The library hashes nothing; check the folder it keeps with the panel below.',
    docs: 'javascript',
  };
}
