// Values that must never be printed: logs, formatted texts and JSON show `[secret]`. Also recognises tokens of well-known
// services by their form, so that the hub keeps no token that somebody pasted in the wrong place.

export class Secret {
  readonly #value: string;

  constructor(value: string) {
    this.#value = value;
  }

  /** Returns the value itself. Call it only for the comparison or the header that needs the value. */
  reveal(): string {
    return this.#value;
  }

  toString(): string {
    return '[secret]';
  }

  toJSON(): string {
    return '[secret]';
  }
}

/** The forms of tokens of model hubs, code hosts and clouds, and of JWTs. No model's name has such a form. */
const SHAPES = new RegExp(
  [
    ...[/hf_[A-Za-z0-9]{20,}/, /gh[pousr]_[A-Za-z0-9]{20,}/, /github_pat_\w{20,}/, /glpat-[\w-]{16,}/, /sk-[\w-]{20,}/],
    ...[/xox[abprs]-[\w-]{10,}/, /AKIA[A-Z0-9]{16}/, /eyJ[\w-]{10,}\.eyJ[\w-]*/],
  ]
    .map(({ source }) => `(?<![A-Za-z0-9])${source}`)
    .join('|'),
);

/** True if `text` contains something like a token. */
export function looksSecret(text: string): boolean {
  return SHAPES.test(text);
}
