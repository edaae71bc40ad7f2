// Shows one file in the list: its state as a word, its progress, and what was found about it.

import type { CheckedFile } from '../../checking/checked-file.ts';
import type { HashMatch } from '../../checking/hash-lookup.ts';
import { bytes, count, counted } from '../../model/figures.ts';
import { element } from '../element.ts';
import type { ModelLink } from './model-link.ts';

/** The number of matches above the fold. A list with only one match more is not folded. */
const SHOWN = 3;

/** The word and the colour of each state. */
const WORDS = {
  waiting: ['Waiting', 'unknown'],
  hashing: ['Hashing', 'unknown'],
  stopped: ['Stopped', 'unknown'],
  looking: ['Looking up', 'unknown'],
  failed: ['Not checked', 'bad'],
  known: ['Known', 'good'],
  differs: ['Differs', 'bad'],
  unknown: ['Unknown', 'unknown'],
} as const;

export class VerifiedRow {
  readonly element: HTMLLIElement;
  readonly #file: CheckedFile;
  readonly #link: ModelLink;
  readonly #state = element('span');
  readonly #bar = element('progress', { max: '1' });
  readonly #body = element('div', { class: 'file-body' });

  constructor(file: CheckedFile, id: string, link: ModelLink) {
    this.#file = file;
    this.#link = link;
    this.#bar.setAttribute('aria-label', `Hashing ${file.path}`);
    const name = element('span', { class: 'file-path' }, file.path);
    const size = element('span', { class: 'file-size' }, bytes(file.file.size));
    this.element = element('li', { class: 'file', id, tabindex: '-1' }, this.#state, name, size, this.#bar, this.#body);
    this.show();
  }

  /** Shows how much of the file is hashed. */
  advance(): void {
    this.#bar.value = this.#file.file.size === 0 ? 1 : this.#file.done / this.#file.file.size;
  }

  /** Shows the state of the file, and everything found about it so far. */
  show(): void {
    const { state } = this.#file;
    const [word, colour] = WORDS[state.at === 'named' ? state.verdict.kind : state.at];
    this.#state.textContent = word;
    this.#state.className = `state state-${colour}`;
    this.#bar.hidden = state.at !== 'hashing' && state.at !== 'stopped';
    this.advance();
    this.#body.replaceChildren(...this.#findings());
  }

  #findings(): Node[] {
    const { state, sha256, matches = [], resumedAt } = this.#file;
    const verdict = state.at === 'named' ? state.verdict : undefined;
    const found: Node[] = [];
    if (state.at === 'failed') found.push(element('p', {}, `It could not be checked: ${state.reason}.`));
    if (verdict?.kind === 'differs') found.push(this.#difference(verdict.guess.model, verdict.expected.size));
    if (verdict && matches.length === 0) found.push(element('p', {}, 'These bytes are unknown to this index.'));
    if (verdict && matches.length > 0)
      found.push(...this.#names(sorted(matches, verdict.kind === 'known' ? verdict.guess?.model : undefined)));
    if (sha256 !== undefined) found.push(hashLine('SHA-256', sha256));
    if (verdict?.kind === 'differs') found.push(hashLine('Expected', verdict.expected.sha256));
    if (resumedAt > 0)
      found.push(element('p', { class: 'note' }, `The first ${bytes(resumedAt)} were hashed earlier.`));
    return found;
  }

  #difference(model: string, expected: number): HTMLParagraphElement {
    const { size } = this.#file.file;
    const why =
      size === expected
        ? 'The size is the same, the bytes are not.'
        : `It has ${counted(size, 'byte')} instead of ${count(expected)}.`;
    const claim = element('strong', {}, 'Not the file of that name');
    return element('p', {}, claim, ' in ', this.#link(model), ', which its neighbours come from. ', why);
  }

  #names(matches: readonly HashMatch[]): Node[] {
    const [only, ...others] = matches.map((match) => this.#name(match));
    if (only && others.length === 0) return [element('p', {}, 'Known as ', ...only)];
    const all = matches.map((match) => element('li', {}, ...this.#name(match)));
    const rest = all.length > SHOWN + 1 ? all.splice(SHOWN) : [];
    const folded = element('details', {}, element('summary', {}, `and ${count(rest.length)} more`));
    folded.append(element('ul', { class: 'matches' }, ...rest));
    return [
      element('p', {}, `Known in ${count(matches.length)} places`),
      element('ul', { class: 'matches' }, ...all),
      ...(rest.length > 0 ? [folded] : []),
    ];
  }

  #name({ model, path, revision }: HashMatch): (Node | string)[] {
    const short = element('code', { title: revision }, revision.slice(0, 12));
    return [this.#link(model), ', ', element('code', {}, path), ', revision ', short];
  }
}

function hashLine(label: string, sha256: string): HTMLParagraphElement {
  return element('p', { class: 'hash' }, element('span', {}, label), ' ', element('code', {}, sha256));
}

/** Sorts matches so that those of the model `first` come first. The visitor's other files belong to that model. */
function sorted(matches: readonly HashMatch[], first: string | undefined): HashMatch[] {
  return [...matches].sort((a, b) => Number(b.model === first) - Number(a.model === first));
}
