// Collects the components of the API description by name. The description contains each component once, and references
// lead to it.

import { sortedByKey } from '../../basics/sorted-by-key.ts';

type Json = { readonly [key: string]: unknown };

/** The kinds of component in the API description. */
type Kind = 'schemas' | 'responses' | 'parameters' | 'examples' | 'headers' | 'securitySchemes';

interface Reference {
  $ref: string;
}

export class Components {
  readonly #parts = new Map<Kind, Map<string, Json>>();

  /** Keeps the result of `part` under `name`, unless the name is taken. Returns a reference to the component. */
  add(kind: Kind, name: string, part: () => Json): Reference {
    const parts = this.#parts.get(kind) ?? new Map<string, Json>();
    this.#parts.set(kind, parts);
    if (!parts.has(name)) {
      // The name is taken before `part` is called, since a schema may contain itself.
      parts.set(name, {});
      parts.set(name, part());
    }
    return { $ref: `#/components/${kind}/${name}` };
  }

  /** Returns all components, sorted by name. */
  toJSON(): Json {
    return sortedByKey([...this.#parts].map(([kind, parts]) => [kind, sortedByKey(parts)] as const));
  }
}
