// Finds the shapes that a description needs, and writes a shape as a JSON Schema of its own.
import { type ShapeName, shapes } from '../shapes/components.ts';

const REFERENCE = /"\$ref":"#\/components\/schemas\/(\w+)"/g;

/**
 * Returns the shapes that `part` refers to, and those to which they refer, by name. Leaves out names that are no shape,
 * such as the vocabularies of sources.
 */
export function shapesIn(part: unknown, found: Record<string, object> = {}): Record<string, object> {
  for (const [, name = ''] of JSON.stringify(part).matchAll(REFERENCE)) {
    if (!Object.hasOwn(shapes, name) || found[name]) continue;
    found[name] = shapes[name as ShapeName];
    shapesIn(found[name], found);
  }
  return found;
}

/**
 * Returns the JSON Schema (2020-12) of a shape, with all shapes that it references, for validators that can't read an
 * API description. `at` is the address of the file.
 */
export function schemaText(name: ShapeName, at: string): string {
  const schema = { $schema: 'https://json-schema.org/draft/2020-12/schema', $id: at, ...shapes[name] };
  const text = JSON.stringify({ ...schema, $defs: shapesIn(shapes[name]) });
  return text.replaceAll('"#/components/schemas/', '"#/$defs/');
}
