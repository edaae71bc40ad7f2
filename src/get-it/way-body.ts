// The content of a tool's tab.
import type { Shell } from './shell/shells.ts';

/** Something to paste: commands, a program, a configuration. */
export interface Form {
  /** `unix` and `powershell` do the same in two shells, and one of them is shown; other forms are always shown. */
  key: string;
  /** Its purpose, if there is more than one. */
  label: string;
  block: string;
}

/**
 * A tool's use of the chosen files: text to paste, the bytes that it fetches, a note with an optional short form, and the
 * page of the docs; or the reason why it can't use them, and the alternative.
 */
export type WayBody =
  | { forms: Form[]; bytes?: number; note: string; short?: Record<Shell['key'], string>; docs: string }
  | { missing: string; onward?: { text: string; href: string } };
