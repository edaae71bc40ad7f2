// Text as it stands in HTML: the page's strings are put together by hand, so this is the one door into them.
import { own } from '../../own.ts';

const MARKS: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** `text` for the inside of an element or of a double-quoted attribute. */
export function escaped(text: string): string {
  return /[&<>"]/.test(text) ? text.replace(/[&<>"]/g, (mark) => own(MARKS, mark)!) : text;
}
