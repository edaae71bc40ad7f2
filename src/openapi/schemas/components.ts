// Collects the shared parts of the description by name. Each part is written once, and references lead to it.

import { sortedByKey } from '../../basics/sorted-by-key.ts';

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
    return sortedByKey([...this.#parts].map(([kind, parts]) => [kind, sortedByKey(parts)] as const));
  }
}
