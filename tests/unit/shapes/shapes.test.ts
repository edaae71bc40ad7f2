// Tests the schemas of src/shapes: the compiler infers a type from each, and each has a description.
import type { Static } from 'typebox';
import { expect, expectTypeOf, test } from 'vitest';
import { type ShapeName, shapes } from '../../../src/shapes/components.ts';

/** The names of schemas whose inferred type would accept anything. */
type Vague = { [N in ShapeName]: unknown extends Static<(typeof shapes)[N]> ? N : never }[ShapeName];

test('every shape has a type', () => {
  expectTypeOf<Vague>().toBeNever();
});

test.each(Object.entries(shapes))('the schema %s has its name as title, and a description', (name, shape) => {
  expect(shape).toMatchObject({ title: name, description: expect.stringMatching(/\.$/) });
  // No part of the schema has an empty description.
  expect(JSON.stringify(shape)).not.toContain('"description":""');
});
