// Checks the card of an import row: the complete text of README.md, whose hash must be the one in the file list.
import { hash } from 'node:crypto';
import { CARD_PATH, MAX_CARD } from '../../../src/catalog/card-object.ts';
import { CARD_DEMAND, type Fault, type ShapedRow } from './row-shape.ts';

/** Finds the faults in the card of a row; none if there is no card. */
export function cardFaults({ card, files }: Pick<ShapedRow, 'card' | 'files'>): Fault[] {
  if (card === undefined) return [];
  const fault = (reason: string): Fault[] => [{ field: 'card', reason }];
  const readme = files.find(({ path }) => path === CARD_PATH);
  if (!readme) return fault(`is the text of ${CARD_PATH}, which is not among the files`);
  if (!card.isWellFormed()) return fault('holds half a surrogate pair');
  const bytes = Buffer.from(card);
  if (bytes.length > MAX_CARD) return fault(CARD_DEMAND);
  if (bytes.length === readme.size && hash('sha256', bytes) === readme.sha256) return [];
  return fault(
    `is not ${CARD_PATH}: its bytes in UTF-8 are ${bytes.length} with the SHA-256 ${hash('sha256', bytes)}, ` +
      `those of the file ${readme.size} with ${readme.sha256}`,
  );
}
