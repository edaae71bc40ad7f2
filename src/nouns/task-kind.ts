// Groups tasks into a few kinds, each of which has an icon. The ids of tasks are those of the public hub.

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
