// Writes a schema as a file of its own, for validators that can't read an API description.
import { type ShapeName, shapes } from '../../shapes/components.ts';
import { Components } from './components.ts';
import { schemaOf } from './schema-of.ts';

/**
 * Returns the JSON Schema (2020-12) of a shape, with all shapes that it references. `at` is the address of the file.
 */
export function schemaText(name: ShapeName, at: string): string {
  const components = new Components();
  schemaOf(components, name);
  const { [name]: _, ...parts } = components.toJSON().schemas as Record<string, unknown>;
  const text = JSON.stringify({
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: at,
    ...(shapes[name] as object),
    $defs: parts,
  });
  return text.replaceAll('"#/components/schemas/', '"#/$defs/');
}
