// Plain words that people use for tasks, and their tasks, by the ids of the public hub.
//
// Names and tags of models seldom have such words: "embedding" is in few, while most embedding models say
// `sentence-similarity` or `feature-extraction`. So a search also finds models of the task, below all that have the words
// themselves; a question of several words that means nothing but a task finds them first. Words that are in the task's id
// ("summarization", "object detection") find it anyway and are not here.

import { doesWhat } from '../../nouns/tasks.ts';

const SPEECH_TO_TEXT = ['automatic-speech-recognition'];
const EMBEDDING = ['sentence-similarity', 'feature-extraction'];
const TEXT = ['text-generation'];
const PICTURES = ['text-to-image'];

/** Tasks by words in order, separated by spaces. */
const TASKS = new Map<string, readonly string[]>([
  ['embedding', EMBEDDING],
  ['embeddings', EMBEDDING],
  ['sentence embedding', EMBEDDING],
  ['sentence embeddings', EMBEDDING],
  ['text embedding', EMBEDDING],
  ['text embeddings', EMBEDDING],
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

/** Words that only mean a task if they are the whole question: beside other words, which name a model, they say little. */
const ALONE = new Map<string, readonly string[]>([
  ['chat', TEXT],
  ['chatbot', TEXT],
  ['llm', TEXT],
]);

/** The words of the longest entry. */
const LONGEST = 3;

/** True if the words are those of a task's id: "text to image". */
const isTaskId = (words: readonly string[]) => words.length > 1 && doesWhat(words.join('-')) !== undefined;

/** Gives the tasks by the place of the word in the question that means them, alone or with others. */
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

/** Gives the tasks that all of the words together mean; undefined if they say anything else, or are one word. */
export function onlyTasksMeant(words: readonly string[]): readonly string[] | undefined {
  if (words.length < 2) return undefined;
  return isTaskId(words) ? [words.join('-')] : TASKS.get(words.join(' '));
}
