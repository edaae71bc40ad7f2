// Everyday words for tasks, with the ids that the public hub has for these tasks. Names and tags of models seldom
// contain these words: few have "embedding", while most embedding models have the task `sentence-similarity` or
// `feature-extraction`. So a search also finds models of the task, after all models with the words themselves. If
// several words together mean nothing but a task, the models of the task come first. Words in the id of a task
// ("summarization", "object detection") find the task by themselves, so they are not listed here.

import { doesWhat } from '../../nouns/tasks.ts';

const SPEECH_TO_TEXT = ['automatic-speech-recognition'];
const SENTENCES = ['sentence-similarity'];
const EMBEDDING = [...SENTENCES, 'feature-extraction'];
const TEXT = ['text-generation'];
const PICTURES = ['text-to-image'];

/** The tasks that a sequence of words means. Spaces separate the words. */
const TASKS = new Map<string, readonly string[]>([
  ['embedding', EMBEDDING],
  ['embeddings', EMBEDDING],
  ['sentence embedding', SENTENCES],
  ['sentence embeddings', SENTENCES],
  ['text embedding', EMBEDDING],
  ['text embeddings', EMBEDDING],
  ['vector', EMBEDDING],
  ['vectors', EMBEDDING],
  ['semantic search', EMBEDDING],
  ['speech to text', SPEECH_TO_TEXT],
  ['speech recognition', SPEECH_TO_TEXT],
  ['transcription', SPEECH_TO_TEXT],
  ['asr', SPEECH_TO_TEXT],
  ['tts', ['text-to-speech']],
  ['speech synthesis', ['text-to-speech']],
  ['image generation', PICTURES],
  ['image generator', PICTURES],
  ['translate', ['translation']],
  ['translator', ['translation']],
  ['summary', ['summarization']],
  ['summarize', ['summarization']],
  ['video generation', ['text-to-video', 'image-to-video']],
  ['captioning', ['image-to-text', 'image-text-to-text']],
  ['image captioning', ['image-to-text', 'image-text-to-text']],
  ['ocr', ['image-to-text', 'image-text-to-text']],
  ['sentiment', ['text-classification']],
  ['ner', ['token-classification']],
  ['reranker', ['text-ranking']],
  ['reranking', ['text-ranking']],
]);

/** Words that mean a task only if the search has no other words. Next to the name of a model, they say little. */
const ALONE = new Map<string, readonly string[]>([
  ['chat', TEXT],
  ['chatbot', TEXT],
  ['llm', TEXT],
]);

/** The format that a tool runs, by the name of the tool. Few models name the tools that run them. */
const FORMATS_OF_TOOLS = new Map([
  ['cpp', 'gguf'],
  ['koboldcpp', 'gguf'],
  ['ollama', 'gguf'],
  ['sglang', 'safetensors'],
  ['vllm', 'safetensors'],
]);

/** Returns the format that a word of the search means; undefined if the word is not the name of a tool. */
export const formatMeant = (word: string): string | undefined => FORMATS_OF_TOOLS.get(word);

/** The number of words in the longest entry of `TASKS`. */
const LONGEST = 3;

/** True if the words make the id of a task, such as "text to image". */
const isTaskId = (words: readonly string[]) => words.length > 1 && doesWhat(words.join('-')) !== undefined;

/** Returns the tasks that words of the search mean, alone or together with neighbours, by the index of each word. */
export function tasksMeant(words: readonly string[]): Map<number, readonly string[]> {
  const meant = new Map<number, readonly string[]>();
  const alone = words.length === 1 ? ALONE.get(words[0]!) : undefined;
  if (alone) return meant.set(0, alone);
  if (isTaskId(words)) {
    const tasks = [words.join('-')];
    return new Map(words.map((_, at) => [at, tasks]));
  }
  for (let first = 0; first < words.length; first++)
    for (let length = Math.min(LONGEST, words.length - first); length > 0; length--) {
      const tasks = TASKS.get(words.slice(first, first + length).join(' '));
      if (!tasks) continue;
      for (let at = first; at < first + length; at++) meant.set(at, tasks);
      first += length - 1;
      break;
    }
  return meant;
}

/**
 * Returns the tasks that all words together mean. Undefined if they mean something else, or if there is only one word.
 */
export function onlyTasksMeant(words: readonly string[]): readonly string[] | undefined {
  if (words.length < 2) return undefined;
  return isTaskId(words) ? [words.join('-')] : TASKS.get(words.join(' '));
}
