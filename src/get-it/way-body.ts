// What the tab of one tool says.
import type { Shell } from './shell/shells.ts';

/** Something to paste: commands, a program, a configuration. */
export interface Form {
  /** `unix` and `powershell` are the same for two shells, of which one is shown; any other stands beside the rest. */
  key: string;
  /** What it is for, when there is more than one. */
  label: string;
  block: string;
}

/**
 * What a tool does with the chosen files: what to paste, the bytes that it fetches, what to know of it, a short way that the
 * note ends with, and the page of the docs; or the reason why it can't, and where to go instead.
 */
export type WayBody =
  | { forms: Form[]; bytes?: number; note: string; short?: Record<Shell['key'], string>; docs: string }
  | { missing: string; onward?: { text: string; href: string } };
