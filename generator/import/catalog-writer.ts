// Writes a catalog object model by model. Collects the rows of the models in a separate file, because they come after
// the last model.
import { closeSync, openSync, readSync, rmSync, writeFileSync } from 'node:fs';
import { type CatalogFrame, formatHead, formatMiddle, formatTail } from '../../src/catalog/catalog-object.ts';
import type { Address } from '../../src/nouns/address.ts';
import type { ObjectWriter } from '../days/object-writer.ts';

/**
 * The number of characters in a batch. The text of a small batch is freed soon. A text that survives two garbage
 * collections takes memory for much longer.
 */
const BATCH = 1 << 16;

export class CatalogWriter {
  readonly #object: ObjectWriter;
  readonly #frame: CatalogFrame;
  readonly #rowsPath: string;
  readonly #rows: number;
  #pending = '';
  #open = true;
  #separator = '\n';

  /** `rowsPath` is a file that the writer may make and remove. */
  constructor(object: ObjectWriter, frame: CatalogFrame, rowsPath: string) {
    this.#object = object;
    this.#frame = frame;
    this.#rowsPath = rowsPath;
    this.#rows = openSync(rowsPath, 'wx+');
    object.write(formatHead(frame));
  }

  /** Adds a model. Its two lines come without comma and line feed, and models must come in the order of their ids. */
  add(entryLine: string, rowLine: string): void {
    this.#object.write(this.#separator + entryLine);
    this.#pending += this.#separator + rowLine;
    this.#separator = ',\n';
    if (this.#pending.length >= BATCH) this.#drain();
  }

  /** Ends the object and gives its address. */
  finish(): Address {
    this.#object.write(`\n${formatMiddle(this.#frame)}`);
    this.#drain();
    const buffer = Buffer.allocUnsafe(BATCH);
    for (let at = 0, read = 1; read > 0; at += read) {
      read = readSync(this.#rows, buffer, 0, buffer.length, at);
      this.#object.write(buffer.subarray(0, read));
    }
    this.#object.write(`\n${formatTail(this.#frame)}`);
    this.#close();
    return this.#object.finish();
  }

  /** Removes the remains of an unfinished catalog. */
  abandon(): void {
    this.#close();
    this.#object.abandon();
  }

  #close(): void {
    if (!this.#open) return;
    this.#open = false;
    closeSync(this.#rows);
    rmSync(this.#rowsPath);
  }

  #drain(): void {
    writeFileSync(this.#rows, this.#pending);
    this.#pending = '';
  }
}
