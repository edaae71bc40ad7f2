// Collects the shared parts of the description by name. Each is written once, and references lead to it.

type Json = { readonly [key: string]: unknown };

/** The kinds of component in the description. */
type Kind = 'schemas' | 'responses' | 'parameters' | 'examples' | 'headers' | 'securitySchemes';

interface Reference {
  $ref: string;
}

export class Components {
  readonly #parts = new Map<Kind, Map<string, Json>>();

  /** Keeps `part` under `name`, unless the name is taken. Gives a reference to the part. */
  add(kind: Kind, name: string, part: () => Json): Reference {
    const parts = this.#parts.get(kind) ?? new Map<string, Json>();
    this.#parts.set(kind, parts);
    if (!parts.has(name)) {
      // Takes the name before the part is made, since a shape may contain itself.
      parts.set(name, {});
      parts.set(name, part());
    }
    return { $ref: `#/components/${kind}/${name}` };
  }

  /** Gives all parts, sorted by name. */
  toJSON(): Json {
    const sorted = [...this.#parts].sort(([a], [b]) => (a < b ? -1 : 1));
    return Object.fromEntries(
      sorted.map(([kind, parts]) => [kind, Object.fromEntries([...parts].sort(([a], [b]) => (a < b ? -1 : 1)))]),
    );
  }
}
