// The Markdown of cards: CommonMark with GitHub's tables, footnotes and task lists.
import { type MdastNode, markdownToMdast } from 'satteri';

/** Footnotes, tables, task lists and strikethrough; a card's front matter is removed before. */
const FEATURES = { gfm: true, frontmatter: false };

export type CardRoot = Extract<MdastNode, { type: 'root' }>;
/** Any node below the root. */
export type CardNode = CardRoot['children'][number];
export type NodeOf<T extends CardNode['type']> = Extract<CardNode, { type: T }>;

/** Parses a card into a tree. Unlimited text would make it slow: `isLaidOut` decides what may be parsed. */
export const parseMarkdown = (text: string) =>
  markdownToMdast(text, { features: FEATURES, position: false }) as CardRoot;
