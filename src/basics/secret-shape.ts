// The forms of tokens of well-known services: one that is pasted in the wrong place is not kept.

/** Prefixes and forms that no model has in its name: of this trade's hubs, code hosts, clouds, and JWTs. */
const SHAPES = new RegExp(
  [
    ...[/hf_[A-Za-z0-9]{20,}/, /gh[pousr]_[A-Za-z0-9]{20,}/, /github_pat_\w{20,}/, /glpat-[\w-]{16,}/, /sk-[\w-]{20,}/],
    ...[/xox[abprs]-[\w-]{10,}/, /AKIA[A-Z0-9]{16}/, /eyJ[\w-]{10,}\.eyJ[\w-]*/],
  ]
    .map(({ source }) => `(?<![A-Za-z0-9])${source}`)
    .join('|'),
);

/** True when `text` holds what looks like a token. */
export function looksSecret(text: string): boolean {
  return SHAPES.test(text);
}
