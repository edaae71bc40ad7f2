// Describes the content of a tool's tab on a model's page.
import type { DocsPart } from './docs-parts.ts';
import type { Shell } from './shell/shells.ts';

/** A text to paste: commands, a program, or a configuration. */
export interface Form {
  /**
   * `unix` or `powershell` for a form that the page shows only if the visitor chose this shell. Forms with other keys
   * are always shown.
   */
  key: string;
  /** The purpose of this text, which distinguishes it from other forms. */
  label: string;
  block: string;
}

/**
 * The way in which a tool uses the chosen files: texts to paste, the number of bytes that the tool fetches, a note, one
 * short command for each shell, and a part of the docs. For a tool that can't use the files: the reason, and perhaps an
 * alternative.
 */
export type CommandBody =
  | { forms: Form[]; bytes?: number; note: string; short?: Record<Shell['key'], string>; docs: DocsPart }
  | { missing: string; onward?: { text: string; href: string } };
