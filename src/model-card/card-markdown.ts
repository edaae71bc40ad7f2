// Markdown as cards are written in it: CommonMark with the tables, footnotes and task lists of GitHub.
import { remark } from 'remark';
import remarkGfm from 'remark-gfm';

const markdown = remark().use(remarkGfm);

export const parseMarkdown = (text: string) => markdown.parse(text);

export type CardRoot = ReturnType<typeof parseMarkdown>;
/** Any node below the root. */
export type CardNode = CardRoot['children'][number];
export type NodeOf<T extends CardNode['type']> = Extract<CardNode, { type: T }>;
