// The description's shared parts, collected by name: each is written once, and referenced.

type Json = { readonly [key: string]: unknown };

/** The kinds of component that the description has. */
type Kind = 'schemas' | 'responses' | 'parameters' | 'examples' | 'headers' | 'securitySchemes';

interface Reference {
  $ref: string;
}

export class Components {
  readonly #parts = new Map<Kind, Map<string, Json>>();

  /** Keeps `part` under `name`, unless the name is taken; gives a reference to it. */
  add(kind: Kind, name: string, part: () => Json): Reference {
    const parts = this.#parts.get(kind) ?? new Map<string, Json>();
    this.#parts.set(kind, parts);
    if (!parts.has(name)) {
      // The name is taken before the part is made, since a shape may contain itself.
      parts.set(name, {});
      parts.set(name, part());
    }
    return { $ref: `#/components/${kind}/${name}` };
  }

  /** Everything kept, sorted by name. */
  toJSON(): Json {
    const sorted = [...this.#parts].sort(([a], [b]) => (a < b ? -1 : 1));
    return Object.fromEntries(
      sorted.map(([kind, parts]) => [kind, Object.fromEntries([...parts].sort(([a], [b]) => (a < b ? -1 : 1)))]),
    );
  }
}
