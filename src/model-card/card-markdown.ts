// The Markdown of cards: CommonMark with GitHub's tables, footnotes and task lists.
import { type MdastNode, markdownToMdast } from 'satteri';

/** Switches on footnotes, tables, task lists and strikethrough. Front matter was removed before. */
const FEATURES = { gfm: true, frontmatter: false };

export type CardRoot = Extract<MdastNode, { type: 'root' }>;
/** Any node of a parsed card except its root. */
export type CardNode = CardRoot['children'][number];
export type NodeOf<T extends CardNode['type']> = Extract<CardNode, { type: T }>;

/** Parses a card into a tree. Check the text with `isLaidOut` first, since some texts would take very long. */
export const parseMarkdown = (text: string) =>
  markdownToMdast(text, { features: FEATURES, position: false }) as CardRoot;
