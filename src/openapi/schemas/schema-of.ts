// Shapes as the description writes them: each once, with all that it refers to.
import { type ShapeName, shapes } from '../../shapes/components.ts';
import type { Shape } from '../operations/operation.ts';
import type { Components } from './components.ts';

/** A reference to a shape of `src/shapes`, and to all that it refers to; any other schema as it is. */
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
