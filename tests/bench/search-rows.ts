// Generates any number of search rows, always the same ones. Their names, tags and counts are distributed as on real
// hubs.
import type { ModelRow } from '../../src/shapes/models.ts';

/** Parts of names, the frequent ones first: part `n` is about `1 / n` as frequent as the first. */
export const WORDS =
  `base finetuned bert gguf uncased large small roberta qwen3 distilbert wav2vec2 model en v2 ft 7b t5 v1 test
  instruct llama ner nlp 8b opus squad seed mt cased 27b gpt2 dialogpt chat mnli mistral xls-r xlm lora gptq awq v3 cola 13b
  merged bart tiny emotion es de fr it demo ppo sentiment medium news mlx seq step qwen train gemma albert library v4 4bit
  code sft lunarlander xlsr classification chinese community random uncensored electra timit clipped xsum dpo imdb asr
  multilingual 1b text qa 70b mtp vision sentence vit qqp diffusion stable controlnet summarization segformer whisper
  reward imatrix quantized embedding reranker translation korean japanese arabic german spanish clinical legal finance
  biomedical math reasoning thinking distill moe longform abliterated roleplay merge slerp orca hermes wizard vicuna
  alpaca falcon phi yi deepseek coder starcoder mamba rwkv bloom opt pythia neo neox cerebras mpt stablelm zephyr
  starling solar nous dolphin platypus airoboros guanaco openchat tulu internlm baichuan chatglm aquila minicpm
  granite olmo command aya exaone hyperclova sdxl turbo flux lcm vae inpainting anime portrait pixel watercolor`
    .trim()
    .split(/\s+/);
const ONSETS = 'm s k r t n l b h d j g p c f v w y z sh ch tr br st kr gr th x q pl sw'.split(' ');
const VOWELS = 'a e i o u y ai oo ee ia ou ea'.split(' ');
const ENDS = 'n r s l t m ng ck x d k b p z ff st rn h'.split(' ');
const TASKS =
  `text-generation text-classification text2text-generation token-classification automatic-speech-recognition
  fill-mask reinforcement-learning feature-extraction question-answering translation image-text-to-text
  image-classification sentence-similarity summarization robotics text-to-speech text-to-image object-detection
  image-segmentation text-to-video zero-shot-classification depth-estimation`
    .trim()
    .split(/\s+/);
const LIBRARIES = `transformers peft diffusers mlx lerobot gguf sentence-transformers pytorch onnx keras timm`.split(
  ' ',
);
const LICENSES = `apache-2.0 mit other llama2 cc-by-nc-4.0 cc-by-4.0 gemma openrail llama3 bsd-3-clause`.split(' ');
const TAGS = `region:us safetensors endpoints_compatible conversational en text-generation-inference 4-bit
  autotrain_compatible llama qwen3 lora unsloth pytorch arxiv:1910.09700 quantized zh mistral sft trl custom_code
  generated_from_trainer imatrix bert moe tensorboard de fr es ja onnx 8-bit has_space vllm code ko it pt ru multilingual`
  .trim()
  .split(/\s+/);
const SEPARATORS = ['-', '-', '-', '-', '_', '.'];

/**
 * Returns a function that returns pseudo-random numbers in [0, 1), the same sequence for the same seed (mulberry32).
 */
export function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Yields `count` rows in the order of their ids. */
export function* searchRows(count: number): Generator<ModelRow> {
  const random = randomNumbers(20_260_101);
  for (const id of ids(count, random)) yield row(id, random, count);
}

function ids(count: number, random: () => number): string[] {
  const all = new Set<string>();
  while (all.size < count) {
    const id = `${owner(Math.floor((count / 4) * random() ** 4))}/${name(random)}`;
    all.add(all.has(id) ? `${id}-${Math.floor(random() * 1000)}` : id);
  }
  return [...all].sort();
}

/** Returns the name of the owner with this number. Owners with low numbers have the most models. */
function owner(number: number): string {
  const random = randomNumbers(number + 1);
  const text = invented(random) + (random() < 0.3 ? invented(random) : '');
  return random() < 0.4 ? capitalised(text) : text + (random() < 0.3 ? number : '');
}

function name(random: () => number): string {
  const parts: string[] = [];
  const length = 2 + Math.floor(random() * 4);
  while (parts.length < length) parts.push(random() < 0.75 ? frequent(WORDS, random) : invented(random));
  const cased = random() < 0.3 ? parts.map(capitalised) : parts;
  return cased.reduce((text, part) => text + SEPARATORS[Math.floor(random() * SEPARATORS.length)] + part);
}

/** Makes a new word, which is mostly pronounceable, and sometimes a number or a random key. */
function invented(random: () => number): string {
  const kind = random();
  if (kind < 0.12) return String(Math.floor(1000 ** random()));
  if (kind < 0.17)
    return random()
      .toString(36)
      .slice(2, 4 + Math.floor(random() * 7));
  let text = '';
  for (let left = 2 + Math.floor(random() * 2); left > 0; left--) {
    text += frequent(ONSETS, random) + frequent(VOWELS, random) + (random() < 0.5 ? frequent(ENDS, random) : '');
  }
  return text;
}

function capitalised(word: string): string {
  return word[0]!.toUpperCase() + word.slice(1);
}

/** Picks an item of a list. Items near the front are picked most often. */
export function frequent(items: readonly string[], random: () => number): string {
  return items[Math.floor(items.length ** random() - 1)]!;
}

function row(id: string, random: () => number, count: number): ModelRow {
  const author = id.slice(0, id.indexOf('/'));
  const hex = Math.floor(random() * 2 ** 32)
    .toString(16)
    .padStart(8, '0');
  const base = {
    _id: hex.repeat(3),
    author,
    disabled: false,
    gated: false,
    hub: { files: 12, manifest: `blake3:${hex.repeat(8)}` },
    id,
    modelId: id,
    private: false,
    sha: hex.repeat(5),
  } as const;
  if (random() < 0.03) return { ...base, hub: { ...base.hub, sources: ['Source A'], listed: false } };
  const known = facts(random, count);
  return { ...base, hub: { ...base.hub, ...sizes(hex, known.tags ?? []) }, ...known };
}

/**
 * Draws sources and sizes from the row's own hex digits, so that the sequence of other random values stays the same.
 */
function sizes(hex: string, tags: readonly string[]): Pick<ModelRow['hub'], 'sources' | 'weight_bytes' | 'quants'> {
  const random = randomNumbers(Number.parseInt(hex, 16));
  const weights = Math.round(Math.exp(17 + random() * 9));
  const sources = ['Source A', ...(random() < 0.2 ? ['Source B'] : []), ...(random() < 0.05 ? ['IPFS'] : [])];
  if (!tags.includes('quantized')) return { sources, weight_bytes: weights };
  const quants = { Q2_K: weights, Q4_K_M: Math.round(weights * 1.6), Q8_0: weights * 3 };
  return { sources, weight_bytes: Object.values(quants).reduce((sum, size) => sum + size), quants };
}

function facts(random: () => number, count: number): Partial<ModelRow> {
  const described = random() < 0.2;
  const task = random() < 0.6 ? frequent(TASKS, random) : undefined;
  const library = random() < (described ? 0.7 : 0.02) ? frequent(LIBRARIES, random) : undefined;
  const tags = new Set<string>();
  for (let left = described ? 8 + Math.floor(random() * 10) : 0; left > 0; left--) tags.add(frequent(TAGS, random));
  if (described) {
    tags.add('region:us');
    if (random() < 0.6)
      tags.add(`base_model:${owner(Math.floor((count / 4) * random() ** 4))}/${frequent(WORDS, random)}`);
    if (random() < 0.3) tags.add(`dataset:${invented(random)}`);
    if (random() < 0.8) tags.add(`license:${frequent(LICENSES, random)}`);
  }
  for (const own of [task, library]) if (own !== undefined) tags.add(own);
  return {
    ...(random() < 0.95 ? { createdAt: new Date(1.646e12 + Math.floor(random() * 1.4e11)).toISOString() } : {}),
    ...(random() < 0.97 ? { downloads: random() < 0.5 ? 0 : Math.floor(Math.exp(random() ** 3 * 19)) } : {}),
    ...(described || random() < 0.02 ? { likes: Math.floor(Math.exp(random() ** 4 * 9.5)) - 1 } : {}),
    ...(described && random() < 0.8 ? { trendingScore: Math.floor(Math.exp(random() ** 8 * 7)) - 1 } : {}),
    ...(task === undefined ? {} : { pipeline_tag: task }),
    ...(library === undefined ? {} : { library_name: library }),
    ...(tags.size === 0 ? {} : { tags: [...tags] }),
  };
}
