// Adds schemas to the API description, each once, with all schemas that they reference.
import { type ShapeName, shapes } from '../../shapes/components.ts';
import type { Shape } from '../operations/operation.ts';
import type { Components } from './components.ts';

/**
 * Adds a shape of `src/shapes` and all shapes that it references. Returns a reference to the shape. Returns any other
 * schema unchanged.
 */
export function schemaOf(components: Components, shape: Shape): unknown {
  if (typeof shape !== 'string') {
    keepParts(components, shape);
    return shape;
  }
  return components.add('schemas', shape, () => {
    const schema = JSON.parse(JSON.stringify(shapes[shape])) as { [key: string]: unknown };
    keepParts(components, schema);
    return schema;
  });
}

const REFERENCE = /"\$ref":"#\/components\/schemas\/(\w+)"/g;

function keepParts(components: Components, schema: object): void {
  for (const [, name] of JSON.stringify(schema).matchAll(REFERENCE))
    if (Object.hasOwn(shapes, name!)) schemaOf(components, name as ShapeName);
}
