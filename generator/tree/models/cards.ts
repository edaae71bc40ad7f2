// Renders model cards in a child process with limits for time and memory. The process starts with the first card.
import { join } from 'node:path';
import type { CardToRender } from '../../../src/model-card/render-card.ts';
import type { PageCard } from '../../../src/model-page/page-card.ts';
import { LimitedProcess, type Limits } from '../../process/limited-process.ts';

/**
 * The limits of the child process. A card within the bounds of `card-bounds.ts` needs far less. If the time runs out,
 * the build stops, so that the page never depends on the speed of the machine.
 */
const LIMITS: Limits = { memoryMb: 512, time: 300_000, isSameEverywhere: true };

export interface CardQuestion {
  card: CardToRender;
  /** True to show the Markdown as it was written, without rendering it. */
  asWritten: boolean;
}

export type CardReply = { card: PageCard } | { error: string };

const renderer = new LimitedProcess<CardQuestion, CardReply>(join(import.meta.dirname, 'card-process.ts'), LIMITS);

/**
 * Returns the card as its page shows it. If rendering ends the child process, returns the Markdown as it was written.
 * Calls must not overlap, because the process takes one question at a time. Throws for a malformed card object, and if
 * `LimitedProcess.ask` throws.
 */
export async function pageCard(card: CardToRender): Promise<PageCard> {
  const reply = (await renderer.ask({ card, asWritten: false })) ?? (await renderer.ask({ card, asWritten: true }));
  if (reply && 'card' in reply) return reply.card;
  throw new Error(`the card ${card.object} can't be shown: ${reply?.error ?? 'the process ended'}`);
}
