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
 * The way in which a tool uses the chosen files: texts to paste, the number of bytes that the tool fetches, a note, one short
 * command for each shell, and the page of the docs. Or why the tool can't use them, and the alternative.
 */
export type WayBody =
  | { forms: Form[]; bytes?: number; note: string; short?: Record<Shell['key'], string>; docs: string }
  | { missing: string; onward?: { text: string; href: string } };
