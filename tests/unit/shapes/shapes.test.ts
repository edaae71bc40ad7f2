// Tests the shapes: the compiler infers a type from each, and each has a description.
import type { Static } from 'typebox';
import { expect, expectTypeOf, test } from 'vitest';
import { type ShapeName, shapes } from '../../../src/shapes/components.ts';

/** Shapes whose type would accept anything. */
type Vague = { [N in ShapeName]: unknown extends Static<(typeof shapes)[N]> ? N : never }[ShapeName];

test('every shape has a type', () => {
  expectTypeOf<Vague>().toBeNever();
});

test.each(Object.entries(shapes))('%s is called by its title and says what it is', (name, shape) => {
  expect(shape).toMatchObject({ title: name, description: expect.stringMatching(/\.$/) });
  // No part of it has an empty description either.
  expect(JSON.stringify(shape)).not.toContain('"description":""');
});
