// Writes Python programs that fetch and check an adapter and its base model, and then load the adapter onto the base
// model.
import { own } from '../basics/records.ts';
import type { Choice } from './choice.ts';
import type { CommandBody } from './command-body.ts';
import { fetchedInPython } from './program-commands.ts';
import type { TargetModel } from './target-model.ts';

/** The classes of transformers for base models, by task. Most adapters are for text, and many state no task. */
const CLASSES: Readonly<Record<string, string>> = {
  '': 'AutoModelForCausalLM',
  'text-generation': 'AutoModelForCausalLM',
  'text2text-generation': 'AutoModelForSeq2SeqLM',
  summarization: 'AutoModelForSeq2SeqLM',
  translation: 'AutoModelForSeq2SeqLM',
  'text-classification': 'AutoModelForSequenceClassification',
  'token-classification': 'AutoModelForTokenClassification',
};

/** The Python argument that selects the files of the base model that transformers loads. */
const OF_BASE = "allow_patterns=['*.json', '*.safetensors', '*.model', '*.txt']";

/** Writes a program that loads the adapter with diffusers onto the pipeline of its base model. */
export function diffusersAdapter(target: TargetModel, choice: Choice, base: string): CommandBody {
  return onBase(target, choice, base, {
    imports: ['from diffusers import DiffusionPipeline'],
    fetched: `DiffusionPipeline.download('${base}')`,
    steps: [
      'pipe = DiffusionPipeline.from_pretrained(base)',
      `pipe.load_lora_weights(folder, weight_name=${JSON.stringify(choice.main?.path ?? '')})`,
    ],
    result: 'pipe',
  });
}

/** Writes a program that loads the adapter with peft onto its base model in transformers. */
export function peftAdapter(target: TargetModel, choice: Choice, base: string): CommandBody {
  const whole = own(CLASSES, target.task ?? '') ?? 'AutoModel';
  return onBase(target, choice, base, {
    imports: ['from peft import PeftModel', `from transformers import ${whole}`],
    fetched: `hub.snapshot_download('${base}', ${OF_BASE})`,
    steps: [`model = PeftModel.from_pretrained(${whole}.from_pretrained(base), folder)`],
    result: 'model',
  });
}

interface Loading {
  imports: string[];
  /** A Python expression that fetches the base model and gives its folder. */
  fetched: string;
  /** Python lines that load the base model from `base` and the adapter from `folder`. */
  steps: string[];
  result: string;
}

function onBase(target: TargetModel, choice: Choice, base: string, loading: Loading): CommandBody {
  const { imports, fetched, steps, result } = loading;
  const checked = [
    `base = ${fetched}`,
    `found = hub.verify_repo_checksums('${base}')`,
    'if found.mismatches:',
    '    raise ValueError(found)',
  ];
  const program = fetchedInPython(target, choice, { name: 'load', imports, steps: [...checked, ...steps], result });
  // huggingface_hub reads the variable only when it is imported, so the program sets the variable first.
  const start = ['import os', '', `os.environ['HF_ENDPOINT'] = '${target.baseUrl}'`, ''];
  return {
    forms: [{ key: 'python', label: 'Python', block: [...start, ...program, `${result} = load()`].join('\n') }],
    note:
      `Loads ${base}, then this adapter, each fetched from this hub and hashed first. If this index does not have ` +
      'the base model, set base to the folder of a copy.',
    docs: 'python',
  };
}
