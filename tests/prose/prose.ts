// Checks prose for the phrases of `phrases.yaml`: retext finds the sentences; each rule is a pattern with a better
// wording.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import retextEnglish from 'retext-english';
import { unified } from 'unified';
import { visit } from 'unist-util-visit';
import { parse } from 'yaml';
import { type Fragment, type FragmentKind, fragmentsOf } from './fragments.ts';

interface Phrase {
  /** A regular expression that finds the phrase in a sentence; with `begins`, only at its beginning. */
  pattern: string;
  begins?: boolean;
  /** The kinds of text in which the phrase is refused; by default all. */
  in?: FragmentKind[];
  instead: string;
  /** A refused sentence, and a good one with the same meaning. */
  bad: string;
  good: string;
}

interface Finding {
  path: string;
  line: number;
  kind: FragmentKind;
  phrase: string;
  instead: string;
  sentence: string;
}

interface Sentence {
  /** The offset in the fragment. */
  start: number;
  text: string;
}

const english = unified().use(retextEnglish);

export const phrases: readonly Phrase[] = parse(readFileSync(join(import.meta.dirname, 'phrases.yaml'), 'utf8'));

const rules = phrases.map((phrase) => ({
  ...phrase,
  regex: new RegExp(phrase.begins ? `^(?:${phrase.pattern})` : phrase.pattern, phrase.begins ? '' : 'i'),
  /**
   * Matches every fragment that may have the phrase. Parsing costs more than searching, so only these fragments are
   * parsed.
   */
  anywhere: new RegExp(phrase.pattern.replace(/\(\?!.*$/, ''), 'i'),
}));

/** Lists every refused phrase in the file at `path`, one fragment after another. */
export function findingsIn(path: string, source: string): Finding[] {
  return fragmentsOf(path, source).flatMap((fragment) =>
    findingsInFragment(fragment).map(({ sentence, ...finding }) => ({
      path,
      line: source.slice(0, fragment.start + sentence.start).split('\n').length,
      ...finding,
      sentence: sentence.text,
    })),
  );
}

function findingsInFragment(fragment: Fragment) {
  const { kind, text } = fragment;
  const near = rules.filter((rule) => (rule.in?.includes(kind) ?? true) && rule.anywhere.test(text));
  if (near.length === 0) return [];
  return sentencesIn(text).flatMap((sentence) =>
    near.flatMap((rule) => {
      if (rule.begins && !isStatement(sentence.text, kind)) return [];
      const found = rule.regex.exec(sentence.text);
      return found === null ? [] : [{ kind, phrase: found[0], instead: rule.instead, sentence }];
    }),
  );
}

/** True for statements; false for questions, labels and names of values. */
function isStatement(text: string, kind: FragmentKind): boolean {
  if (text.endsWith('?')) return false;
  return kind === 'comment' || kind === 'test name' || /\w+ \w+ .*\.$/.test(text);
}

function sentencesIn(text: string): Sentence[] {
  const found: Sentence[] = [];
  visit(english.parse(text), 'SentenceNode', ({ position }) => {
    let start = position!.start.offset!;
    // retext takes a number or a short word at the end of a sentence for an abbreviation, so the loop splits there.
    for (const part of text.slice(start, position!.end.offset).split(/(?<=\w\.|`\.)(?=\s[A-Z])/)) {
      const room = /^\s*/.exec(part)![0].length;
      found.push({ start: start + room, text: part.trim().replace(/\s+/g, ' ') });
      start += part.length;
    }
  });
  return found;
}
