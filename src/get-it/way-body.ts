// The content of the tab of one tool.
import type { Shell } from './shell/shells.ts';

/** Something to paste: commands, a program, a configuration. */
export interface Form {
  /** `unix` and `powershell` are the same for two shells, of which one is shown; any other stands beside the rest. */
  key: string;
  /** Its purpose, when there is more than one. */
  label: string;
  block: string;
}

/**
 * The use of the chosen files in a tool: what to paste, the bytes that it fetches, what to know of it, a short way that
 * the note ends with, and the page of the docs; or the reason why it can't, and where to go instead.
 */
export type WayBody =
  | { forms: Form[]; bytes?: number; note: string; short?: Record<Shell['key'], string>; docs: string }
  | { missing: string; onward?: { text: string; href: string } };
