// Collects the proofs of models, which a visitor drops or fetches, and checks the visitor's files with them.

import { textOfBytes } from '../../basics/byte-text.ts';
import { MAX_PROOF } from '../../basics/limits.ts';
import { shownLine } from '../../basics/shown-text.ts';
import type { CheckedFile } from '../../checking/checked-file.ts';
import type { ChosenFile } from '../../checking/chosen-files.ts';
import type { ReadBytes } from '../../log/log-paths.ts';
import { fileName } from '../../nouns/file-path.ts';
import { PROOF_FORMAT } from '../../shapes/formats.ts';
import type { ModelProof } from '../../shapes/log.ts';
import { href } from '../../table/route.ts';
import { byId, element } from '../element.ts';
import type { ProofAnswer } from './proof-check.ts';

/** The start of the name of the proof format, which all its versions share. */
const FAMILY = PROOF_FORMAT.replace(/v\d+$/, '');
/** The maximum number of bytes of a JSON file to read before deciding whether it is a proof. */
const FIRST_BYTES = 64 * 1024;
const COLOURS = { proved: 'good', part: 'unknown', open: 'unknown', refused: 'bad' } as const;

/** A box where the page shows the outcome of a proof, and the files that the proof should cover. */
interface Place {
  model: string;
  box: HTMLElement;
  files: readonly CheckedFile[];
}

interface FoundProof {
  proof: ModelProof;
  /** The origin of the proof, in words that follow `Checked by `. */
  from: string;
  /** True if the proof came with the files, so that the visitor already has it. */
  isThere?: true;
}

interface DeskPorts {
  places: {
    /** The address of a model's proof, with `{owner}` and `{name}`. */
    proof: string;
    /** The address of a model's SHA256SUMS, with `{owner}` and `{name}`. */
    sums: string;
    /** The address of the log's checkpoint. */
    checkpoint: string;
  };
  read: ReadBytes;
  /** Announces a sentence to screen readers. */
  say(sentence: string): void;
}

export class ProofDesk {
  readonly #ports: DeskPorts;
  readonly #proofs = new Map<string, FoundProof>();
  #places: Place[] = [];

  constructor(ports: DeskPorts) {
    this.#ports = ports;
    byId<HTMLTextAreaElement>('keys').addEventListener('change', () => this.#check(this.#places));
  }

  /** The models whose proof was dropped or fetched. */
  get models(): string[] {
    return [...this.#proofs.keys()];
  }

  /** Keeps the proofs among `files`. Gives the other files, and a sentence for each proof that can't be read. */
  async sift(files: readonly ChosenFile[]): Promise<{ rest: ChosenFile[]; broken: string[] }> {
    const [rest, broken]: [ChosenFile[], string[]] = [[], []];
    for (const one of files) {
      const proof = await proofIn(one).catch((error: Error) => {
        broken.push(shownLine(`${fileName(one.path)} is a proof that can’t be read. ${error.message}`));
      });
      if (proof)
        this.#proofs.set(proof.id, {
          ...proof,
          from: `${fileName(one.path)}, which came with the files`,
          isThere: true,
        });
      else rest.push(one);
    }
    return { rest, broken };
  }

  /**
   * Makes the box that shows the outcome for `model`, or a button that fetches the proof. `files` are the visitor's
   * files that the proof should cover.
   */
  place(model: string, files: readonly CheckedFile[]): HTMLElement {
    const box = element('div', { class: 'proof' });
    const place = { model, box, files };
    this.#places.push(place);
    if (this.#proofs.has(model)) this.#check([place]);
    else box.append(this.#button(place, 'Check the proof'));
    return box;
  }

  /** Forgets the boxes that show outcomes. If `isAll` is true, forgets the proofs too. */
  clear(isAll: boolean): void {
    this.#places = [];
    if (isAll) this.#proofs.clear();
  }

  #button(place: Place, label: string): HTMLButtonElement {
    const button = element('button', { type: 'button', class: 'button-quiet' }, label);
    button.addEventListener('click', async () => {
      button.disabled = true;
      const found = await this.#fetched(place.model).catch((error: Error) => error.message.replace(/\.$/, ''));
      if (typeof found === 'string') return this.#fail(place, found);
      this.#proofs.set(place.model, found);
      await this.#check([place]);
    });
    return button;
  }

  /** Gets the proof of the model `id`: from a hub, or computed from the log's files in an export. */
  async #fetched(id: string): Promise<FoundProof> {
    const { places, read } = this.#ports;
    const [owner = '', name = ''] = id.split('/');
    const at = (pattern: string) => href({ pattern: pattern as '/{owner}/{name}' }, { owner, name });
    const ready = await read(at(places.proof), MAX_PROOF);
    if (ready) {
      const { claimedProof } = await import('./proof-check.ts');
      return { proof: claimedProof(textOfBytes(ready)).proof, from: 'the proof that this hub gives' };
    }
    const { computedProof } = await import('./computed-proof.ts');
    const proof = await computedProof(read, { id, sums: at(places.sums), checkpoint: places.checkpoint });
    return { proof, from: 'a proof that was computed here from the files of the log' };
  }

  #fail({ box, model }: Place, reason: string): void {
    const sentence = `No proof of ${model} could be had: ${reason}. That these bytes are right rests on the word of the hub.`;
    box.replaceChildren(element('p', { class: 'note' }, sentence));
    this.#ports.say(sentence);
  }

  async #check(places: readonly Place[]): Promise<void> {
    const { answerOf } = await import('./proof-check.ts');
    for (const place of places) {
      const { model, box, files } = place;
      const found = this.#proofs.get(model);
      if (!found) continue;
      const hashed = files.flatMap(({ path, sha256, file }) => (sha256 ? [{ path, sha256, size: file.size }] : []));
      const keys = byId<HTMLTextAreaElement>('keys').value;
      const answer = await answerOf(found.proof, { id: model, from: found.from, files: hashed, keys, now: new Date() });
      box.replaceChildren(...shown(answer));
      if (!found.isThere) box.append(asText(found.proof));
      // The visitor's proof may be of another day than the files, so the button fetches the newest proof.
      else if (answer.kind === 'refused') box.append(this.#button(place, 'Check the newest proof'));
      this.#ports.say(answer.sentence);
    }
  }
}

function shown({ kind, sentence, facts }: ProofAnswer): HTMLElement[] {
  return [
    element('p', { class: `state state-${COLOURS[kind]}` }, sentence),
    ...facts.map((fact) => element('p', { class: 'note' }, fact)),
  ];
}

/** Shows the proof as text to copy, because an app without an origin may not offer downloads. */
function asText(proof: ModelProof): HTMLElement {
  const text = element('textarea', { readonly: '', rows: '6', 'aria-label': 'The proof' });
  const box = element(
    'details',
    { class: 'proof-text' },
    element('summary', {}, 'The proof as text'),
    element('p', { class: 'note' }, 'Kept as proof.json, it is enough for other programs to check the files, offline.'),
    text,
  );
  // Fills in the text only when the visitor opens it: the proof of a model with many files is long.
  box.addEventListener('toggle', () => {
    if (!box.open || text.value !== '') return;
    text.value = JSON.stringify(proof);
    text.select();
  });
  return box;
}

/**
 * Reads the proof in a JSON file of any name, if the file states the format at its start; also gives the model's id.
 * Rejects when the proof is damaged.
 */
async function proofIn({ path, file }: ChosenFile): Promise<{ id: string; proof: ModelProof } | undefined> {
  if (!/\.json$/i.test(path) || file.size > MAX_PROOF) return undefined;
  const start = await file
    .slice(0, FIRST_BYTES)
    .text()
    .catch(() => '');
  if (!start.includes(FAMILY)) return undefined;
  const { claimedProof } = await import('./proof-check.ts');
  return claimedProof(await file.text());
}
