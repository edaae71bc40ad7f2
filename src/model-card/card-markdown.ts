// Markdown as cards are written in it: CommonMark with the tables, footnotes and task lists of GitHub.
import { type MdastNode, markdownToMdast } from 'satteri';

/** Footnotes, tables, task lists and strokes; a card's front matter is cut off before. */
const FEATURES = { gfm: true, frontmatter: false };

export type CardRoot = Extract<MdastNode, { type: 'root' }>;
/** Any node below the root. */
export type CardNode = CardRoot['children'][number];
export type NodeOf<T extends CardNode['type']> = Extract<CardNode, { type: T }>;

/** A card as a tree. Text without bound makes it slow: `isLaidOut` says what may be parsed. */
export const parseMarkdown = (text: string) =>
  markdownToMdast(text, { features: FEATURES, position: false }) as CardRoot;
