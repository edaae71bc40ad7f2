// Collects the components of the API description by name. The description contains each component once, and references
// lead to it.
import { sortedByKey } from '../basics/records.ts';
import { type ShapeName, shapes } from '../shapes/components.ts';
import type { Shape } from '../table/route.ts';

type Json = { readonly [key: string]: unknown };

/** The kinds of component in the API description. */
type Kind = 'schemas' | 'responses' | 'parameters' | 'headers' | 'securitySchemes';

const REFERENCE = /"\$ref":"#\/components\/schemas\/(\w+)"/g;

export type Components = ReturnType<typeof components>;

export function components() {
  const kept = new Map<Kind, Map<string, Json>>();

  /** Keeps the result of `part` under `name`, unless the name is taken. Returns a reference to the component. */
  function add(kind: Kind, name: string, part: () => Json): { $ref: string } {
    const parts = kept.get(kind) ?? new Map<string, Json>();
    kept.set(kind, parts);
    if (!parts.has(name)) {
      // The name is taken before `part` is called, since a schema may contain itself.
      parts.set(name, {});
      parts.set(name, part());
    }
    return { $ref: `#/components/${kind}/${name}` };
  }

  /**
   * Adds a shape of `src/shapes` and all shapes that it references. Returns a reference to the shape. Returns any other
   * schema unchanged.
   */
  function schema(shape: Shape): unknown {
    if (typeof shape === 'string')
      return add('schemas', shape, () => schema(JSON.parse(JSON.stringify(shapes[shape]))) as Json);
    for (const [, name] of JSON.stringify(shape).matchAll(REFERENCE))
      if (Object.hasOwn(shapes, name!)) schema(name as ShapeName);
    return shape;
  }

  /** Returns all components, sorted by name. */
  function toJSON(): Json {
    return sortedByKey([...kept].map(([kind, parts]) => [kind, sortedByKey(parts)] as const));
  }

  return { add, schema, toJSON };
}

/**
 * Returns the JSON Schema (2020-12) of a shape, with all shapes that it references, for validators that can't read an
 * API description. `at` is the address of the file.
 */
export function schemaText(name: ShapeName, at: string): string {
  const made = components();
  made.schema(name);
  const { [name]: _, ...parts } = made.toJSON().schemas as Record<string, unknown>;
  const text = JSON.stringify({
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: at,
    ...(shapes[name] as object),
    $defs: parts,
  });
  return text.replaceAll('"#/components/schemas/', '"#/$defs/');
}
