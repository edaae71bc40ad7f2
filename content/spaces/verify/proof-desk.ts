// Proofs of the models that were found: dropped, or fetched when they are asked for; and the keys to hold them against.

import { MAX_PROOF } from '../../../src/basics/limits.ts';
import type { CheckedFile } from '../../../src/checking/checked-file.ts';
import type { ChosenFile } from '../../../src/checking/chosen-files.ts';
import { fileName } from '../../../src/nouns/file-path.ts';
import type { ModelProof } from '../../../src/shapes/dialects/log.ts';
import { PROOF_FORMAT } from '../../../src/shapes/formats.ts';
import { href } from '../../../src/table/route.ts';
import { byId, element } from './element.ts';
import type { ProofAnswer } from './proof-check.ts';

/** Of any JSON file so much is read to see whether it is a proof. */
const FIRST_BYTES = 64 * 1024;
const COLOURS = { proved: 'good', part: 'unknown', open: 'unknown', refused: 'bad' } as const;

/** Where a proof is shown, and of which files. */
interface Place {
  model: string;
  box: HTMLElement;
  files: readonly CheckedFile[];
}

interface FoundProof {
  proof: ModelProof;
  /** Where it is from, behind `Checked by `. */
  from: string;
}

interface DeskPorts {
  /** Where the proof of a model is, with `{owner}` and `{name}`. */
  pattern: string;
  /** Reads the text at a path; rejects with what is wrong. */
  read(path: string): Promise<string>;
  /** Says something to those who listen. */
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

  /** Models of which a proof was dropped. */
  get models(): string[] {
    return [...this.#proofs.keys()];
  }

  /** Keeps what is a proof of `files`; gives the rest. */
  async sift(files: readonly ChosenFile[]): Promise<ChosenFile[]> {
    const rest: ChosenFile[] = [];
    for (const one of files) {
      const proof = await proofIn(one);
      if (proof) this.#proofs.set(proof.id, { ...proof, from: `${fileName(one.path)}, which came with the files` });
      else rest.push(one);
    }
    return rest;
  }

  /** The outcome for `model`, or a way to ask for it; `files` are those that should be the model's. */
  place(model: string, files: readonly CheckedFile[]): HTMLElement {
    const box = element('div', { class: 'proof' });
    const place = { model, box, files };
    this.#places.push(place);
    if (this.#proofs.has(model)) this.#check([place]);
    else box.append(this.#button(place));
    return box;
  }

  /** Forgets where outcomes stood. */
  clear(isAll: boolean): void {
    this.#places = [];
    if (isAll) this.#proofs.clear();
  }

  #button(place: Place): HTMLButtonElement {
    const button = element('button', { type: 'button', class: 'button-quiet' }, 'Check the proof');
    button.addEventListener('click', async () => {
      button.disabled = true;
      const [owner = '', name = ''] = place.model.split('/');
      const path = href({ pattern: this.#ports.pattern as '/{owner}/{name}' }, { owner, name });
      const { claimedProof } = await import('./proof-check.ts');
      const found = await this.#ports
        .read(path)
        .then(claimedProof)
        .catch((error: Error) => error.message.replace(/\.$/, ''));
      if (typeof found === 'string') return this.#fail(place, found);
      this.#proofs.set(place.model, { proof: found.proof, from: 'the proof that this hub gives' });
      await this.#check([place]);
    });
    return button;
  }

  #fail({ box, model }: Place, reason: string): void {
    const sentence = `No proof of ${model} could be had: ${reason}. That these bytes are right rests on the word of the hub.`;
    box.replaceChildren(element('p', { class: 'note' }, sentence));
    this.#ports.say(sentence);
  }

  async #check(places: readonly Place[]): Promise<void> {
    const { answerOf } = await import('./proof-check.ts');
    for (const { model, box, files } of places) {
      const found = this.#proofs.get(model);
      if (!found) continue;
      const hashed = files.flatMap(({ path, sha256, file }) => (sha256 ? [{ path, sha256, size: file.size }] : []));
      const keys = byId<HTMLTextAreaElement>('keys').value;
      const answer = await answerOf(found.proof, { id: model, from: found.from, files: hashed, keys, now: new Date() });
      box.replaceChildren(...shown(answer));
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

/** The proof in a JSON file that states its format at its beginning, whatever it is called, and the model it speaks of. */
async function proofIn({ path, file }: ChosenFile): Promise<{ id: string; proof: ModelProof } | undefined> {
  if (!/\.json$/i.test(path) || file.size > MAX_PROOF) return undefined;
  try {
    if (!(await file.slice(0, FIRST_BYTES).text()).includes(PROOF_FORMAT)) return undefined;
    const { claimedProof } = await import('./proof-check.ts');
    return claimedProof(await file.text());
  } catch {
    return undefined;
  }
}
