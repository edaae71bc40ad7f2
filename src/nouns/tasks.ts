// Describes in plain words the work of models for each task. The ids of tasks are those of the public hub.
import { own } from '../basics/records.ts';

const TASKS: Readonly<Record<string, string>> = {
  'any-to-any': 'takes and makes text, pictures and sound',
  'audio-classification': 'says what is to be heard in a recording',
  'audio-text-to-text': 'answers in text to sound and text',
  'audio-to-audio': 'turns one recording into another',
  'automatic-speech-recognition': 'writes down speech',
  'depth-estimation': 'estimates how far away each point of a picture is',
  'document-question-answering': 'answers questions about scanned documents',
  'feature-extraction': 'turns its input into vectors, for search and comparison',
  'fill-mask': 'fills in words that are left out of a text',
  'graph-ml': 'learns from graphs',
  'image-classification': 'says what is to be seen in a picture',
  'image-feature-extraction': 'turns pictures into vectors, for search and comparison',
  'image-segmentation': 'finds which points of a picture belong to what',
  'image-text-to-image': 'changes a picture as a text says',
  'image-text-to-text': 'answers in text to pictures and text',
  'image-text-to-video': 'makes videos from a picture and a text',
  'image-to-3d': 'makes shapes in three dimensions from pictures',
  'image-to-image': 'turns one picture into another',
  'image-to-text': 'describes or reads pictures',
  'image-to-video': 'makes videos from a picture',
  'keypoint-detection': 'finds marked points in pictures',
  'mask-generation': 'cuts things out of pictures',
  'object-detection': 'finds things in pictures and says where they are',
  'question-answering': 'finds the answer to a question in a text',
  'reinforcement-learning': 'chooses actions in an environment',
  'sentence-similarity': 'says how alike sentences are in meaning, by turning them into vectors',
  summarization: 'shortens texts',
  'table-question-answering': 'answers questions about tables',
  'tabular-classification': 'sorts rows of a table into classes',
  'tabular-regression': 'predicts a number for rows of a table',
  'text-classification': 'sorts texts into classes',
  'text-generation': 'writes text: it answers, or goes on from what it is given',
  'text-ranking': 'puts texts in order of how well they answer a question',
  'text-to-3d': 'makes shapes in three dimensions from text',
  'text-to-audio': 'makes sound from text',
  'text-to-image': 'makes pictures from text',
  'text-to-speech': 'reads text aloud',
  'text-to-video': 'makes videos from text',
  'text2text-generation': 'turns one text into another',
  'time-series-forecasting': 'predicts how a series of figures goes on',
  'token-classification': 'marks words of a text, such as names and places',
  translation: 'translates',
  'unconditional-image-generation': 'makes pictures',
  'video-classification': 'says what happens in a video',
  'video-text-to-text': 'answers in text to videos and text',
  'video-to-video': 'turns one video into another',
  'visual-question-answering': 'answers questions about pictures',
  'voice-activity-detection': 'finds where somebody speaks in a recording',
  'zero-shot-classification': 'sorts texts into classes that are named when it is asked',
  'zero-shot-image-classification': 'sorts pictures into classes that are named when it is asked',
  'zero-shot-object-detection': 'finds things in pictures that are named when it is asked',
};

/** Describes the work of a model for this task, in words that follow “a model that”; undefined for an unknown task. */
export function doesWhat(task: string): string | undefined {
  return own(TASKS, task);
}

/** Returns the title of a task, such as `Text to 3D` for `text-to-3d`. */
export function taskTitle(task: string): string {
  const words = task
    .replaceAll('-', ' ')
    .replace(/^text2text/, 'text to text')
    .replace(/^zero shot/, 'zero-shot');
  return (words.charAt(0).toUpperCase() + words.slice(1)).replace(/\b3d\b/, '3D').replace(/\bml\b/, 'ML');
}

type TaskKind = 'write' | 'label' | 'vector' | 'see' | 'draw' | 'film' | 'hear' | 'speak' | 'solid' | 'table' | 'other';

/** Patterns for the ids of tasks, each with the kind of the tasks. The first match counts. */
const KINDS: readonly (readonly [ids: RegExp, kind: TaskKind])[] = [
  [/3d$/, 'solid'],
  [/video/, 'film'],
  [/to-(speech|audio)$/, 'speak'],
  [/audio|speech|voice/, 'hear'],
  [/tab(le|ular)|time-series|graph|reinforcement/, 'table'],
  [/similarity|feature-extraction|ranking/, 'vector'],
  [/to-image$|image-generation$/, 'draw'],
  [/image|object|depth|mask-gen|keypoint|visual|document/, 'see'],
  [/classification|fill-mask/, 'label'],
  [/text|generation|summarization|translation|answering|any-to-any/, 'write'],
];

/** Returns the kind of a task; `other` for an unknown task. */
export function taskKind(task: string): TaskKind {
  return KINDS.find(([ids]) => ids.test(task))?.[1] ?? 'other';
}
