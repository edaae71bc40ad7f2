// Renders cards in a process with limits of time and memory; only a tree with cards starts it.
import { join } from 'node:path';
import type { CardToRender } from '../../../src/model-card/render-card.ts';
import type { PageCard } from '../../../src/model-page/page-card.ts';
import { LimitedProcess, type Limits } from '../../process/limited-process.ts';

/** No card within `card-bounds.ts` needs nearly this much. When time runs out, the build stops, and no page changes. */
const LIMITS: Limits = { memoryMb: 512, time: 300_000, isSameEverywhere: true };

export interface CardQuestion {
  card: CardToRender;
  /** True to show its Markdown unrendered. */
  asWritten: boolean;
}

export type CardReply = { card: PageCard } | { error: string };

const renderer = new LimitedProcess<CardQuestion, CardReply>(join(import.meta.dirname, 'card-process.ts'), LIMITS);

/**
 * Gives the card as its page shows it: unrendered when rendering ends the process. Calls must not overlap, because there
 * is one process for one question at a time. Throws for a malformed card object, and as `LimitedProcess.ask` does.
 */
export async function pageCard(card: CardToRender): Promise<PageCard> {
  const reply = (await renderer.ask({ card, asWritten: false })) ?? (await renderer.ask({ card, asWritten: true }));
  if (reply && 'card' in reply) return reply.card;
  throw new Error(`the card ${card.object} can't be shown: ${reply?.error ?? 'the process ended'}`);
}
