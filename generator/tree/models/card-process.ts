// Renders cards in a child process. Markdown that strangers wrote may take more memory or time than a build has.
import process from 'node:process';
import { renderCard } from '../../../src/model-card/render-card.ts';
import type { Ready } from '../../process/limited-process.ts';
import type { CardQuestion, CardReply } from './cards.ts';

process.on('message', ({ card, asWritten }: CardQuestion) => {
  let reply: CardReply;
  try {
    reply = { card: renderCard(card, asWritten) };
  } catch (error) {
    reply = { error: (error as Error).message };
  }
  process.send!(reply);
});
process.send!({ ready: true } satisfies Ready);
