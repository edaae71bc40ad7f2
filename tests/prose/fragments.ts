// Finds the prose in a file: comments, names of tests, messages, and paragraphs of Markdown. A fragment's text has
// blanks in place of code, so that the fragment's start plus an offset in the text is an offset in the file.

import { remark } from 'remark';
import remarkGfm from 'remark-gfm';
import { visit } from 'unist-util-visit';
import { parseSync } from 'vite';

export type FragmentKind = 'comment' | 'test name' | 'message' | 'page';

export interface Fragment {
  kind: FragmentKind;
  /** The offset in the file, in UTF-16 units. */
  start: number;
  text: string;
}

/** Lists all fragments of the file at `path` with the text `source`; none if this kind of file has no prose. */
export function fragmentsOf(path: string, source: string): Fragment[] {
  if (path.endsWith('.md')) return pageFragments(source);
  if (path.endsWith('.http')) return lineFragments(source, /^(#+ ).*$/gm);
  if (!path.endsWith('.astro')) return codeFragments(path, source);
  const [, fence = '', code = ''] = /^(---\n)([\s\S]*?)\n---\n/.exec(source) ?? [];
  const markup = source
    .slice(fence.length + code.length)
    .replace(/^\n---/, blanks)
    .replace(/<(style|script)[\s\S]*?<\/\1>/g, blanks);
  const start = source.length - markup.length;
  return [
    ...codeFragments(`${path}.ts`, fence.length === 0 ? '' : blanks(fence) + code),
    { kind: 'message', start, text: plainMarkup(markup.replace(/\{[^{}]*\}/g, hole)) },
  ];
}

/** Replaces every character except line ends by a blank, so paragraphs stay. */
function blanks(text: string): string {
  return text.replace(/[^\n]/g, ' ');
}

/** Replaces a value in a sentence by a word, padded to the length of the value's code. */
function hole(text: string): string {
  return 'X'.padEnd(text.length, ' ');
}

/** Replaces the tags of HTML: block tags separate paragraphs, inline tags become blanks. */
function plainMarkup(text: string): string {
  return text.replace(/<\/?(\w*)[^<>]*>/g, (tag, name) =>
    /^(a|abbr|b|code|em|kbd|span|strong|time)$/.test(name) || tag.length < 2 ? blanks(tag) : '\n\n'.padEnd(tag.length),
  );
}

function lineFragments(source: string, line: RegExp): Fragment[] {
  return [...source.matchAll(line)].map(({ 0: text, 1: mark, index }) => ({
    kind: 'comment',
    start: index,
    text: blanks(mark!) + text.slice(mark!.length),
  }));
}

function pageFragments(source: string): Fragment[] {
  const found: Fragment[] = [];
  const body = source.replace(/^---\n[\s\S]*?\n---\n/, blanks);
  visit(remark().use(remarkGfm).parse(body), (node) => {
    if (node.type !== 'paragraph' && node.type !== 'tableCell') return;
    const [start, end] = [node.position!.start.offset!, node.position!.end.offset!];
    const text = body
      .slice(start, end)
      .replace(/\]\([^)]*\)/g, blanks)
      .replace(/[*[\]|]/g, ' ');
    found.push({ kind: 'page', start, text });
  });
  return found;
}

interface Comment {
  type: 'Line' | 'Block';
  start: number;
  end: number;
}

function codeFragments(path: string, source: string): Fragment[] {
  const { comments, program } = parseSync(path, source);
  const found = commentFragments(source, comments);
  const walk = (node: unknown, name: boolean): void => {
    if (Array.isArray(node)) {
      for (const one of node) walk(one, name);
      return;
    }
    if (node === null || typeof node !== 'object' || !('type' in node)) return;
    const here = node as Record<string, unknown> & { type: string; start: number; end: number };
    const text = literalText(here, source);
    if (text !== undefined) found.push({ kind: name ? 'test name' : 'message', start: here.start, text });
    const isTest =
      here.type === 'CallExpression' && /^(test|it|describe)\b/.test(source.slice(here.start, here.start + 9));
    for (const key in here)
      if (isTest && key === 'arguments') {
        const [first, ...rest] = here.arguments as unknown[];
        walk(first, true);
        walk(rest, false);
      } else walk(here[key], false);
  };
  walk(program, false);
  return found;
}

/** Lists comments without their comment marks. Line comments on consecutive lines become one fragment. */
function commentFragments(source: string, comments: readonly Comment[]): Fragment[] {
  const found: Fragment[] = [];
  let last: Comment | undefined;
  for (const comment of comments) {
    const raw = source.slice(comment.start, comment.end);
    const text = raw
      .replace(/^\/\*+|\*+\/$|^\/\/+|^[ \t]*\*(?!\/)/gm, blanks)
      .replace(/@(param|returns?|typedef|type|template|default|see)\b( *\{[^}]*\})?/g, blanks);
    const between = last === undefined ? '' : source.slice(last.end, comment.start);
    if (last?.type === 'Line' && comment.type === 'Line' && /^\n[ \t]*$/.test(between))
      found.at(-1)!.text += between + text;
    else if (!/^\/\/ (biome-ignore|@ts)|^\/\* @/.test(raw)) found.push({ kind: 'comment', start: comment.start, text });
    else continue;
    last = comment;
  }
  return found;
}

/** Returns the text of a string that has words; undefined for any other node. A value in the text counts as a word. */
function literalText(
  node: { type: string; start: number; end: number; value?: unknown; expressions?: unknown },
  source: string,
) {
  const raw = source.slice(node.start, node.end);
  if (node.type === 'Literal' && typeof node.value === 'string' && /\w \w+ \w/.test(raw))
    return ` ${raw.slice(1, -1)} `;
  if (node.type !== 'TemplateLiteral' || !/\w \w/.test(raw)) return undefined;
  let text = raw;
  for (const { start, end } of node.expressions as { start: number; end: number }[]) {
    const from = raw.lastIndexOf('${', start - node.start);
    const to = raw.indexOf('}', end - node.start) + 1;
    text = text.slice(0, from) + hole(text.slice(from, to)).replace(/\n/g, ' ') + text.slice(to);
  }
  return ` ${plainMarkup(text.slice(1, -1))} `;
}
