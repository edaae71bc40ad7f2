// The kind of work that a task is: few enough that each has an icon. Tasks are the public hub's, by their ids.

type TaskKind = 'write' | 'label' | 'vector' | 'see' | 'draw' | 'film' | 'hear' | 'speak' | 'solid' | 'table' | 'other';

/** The first pattern that matches an id decides. */
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

/** Gives the kind of a task; `other` for an unknown one. */
export function taskKind(task: string): TaskKind {
  return KINDS.find(([ids]) => ids.test(task))?.[1] ?? 'other';
}
