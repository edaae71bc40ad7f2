// The schemas that describe and test the wire say the same as the types that the code is written in; the compiler compares.
import type { Static } from 'typebox';
import { describe, expect, expectTypeOf, test } from 'vitest';
import type { ChangeCountsOfDays, DayChanges } from '../../../src/shapes/changes.ts';
import { type ShapeName, shapes } from '../../../src/shapes/components.ts';
import type { AgentCard, Archive, Descriptor, Pins } from '../../../src/shapes/discovery.ts';
import type { HubHealth } from '../../../src/shapes/health.ts';
import type { ModelInfo, ModelRow, Refs } from '../../../src/shapes/models.ts';
import type {
  CapabilityManifest,
  HealthResponse,
  ModuleInfo,
  ObjectList,
  ObjectMetadata,
} from '../../../src/shapes/object-plane.ts';
import type { ChunkedFile, GgufFacts, ModelFile, ModelObject, SourceObject } from '../../../src/shapes/objects.ts';
import type {
  GgufFileAnswer,
  OciCatalog,
  OciDescriptor,
  OciError,
  OciManifest,
  OciTagList,
} from '../../../src/shapes/registry.ts';
import type { SectionDescriptor } from '../../../src/shapes/sections.ts';
import type { SpacesCatalog } from '../../../src/shapes/spaces.ts';
import type { TreeEntry } from '../../../src/shapes/tree.ts';

type Described<N extends ShapeName> = Static<(typeof shapes)[N]>;

test('types are the schemas’ own', () => {
  expectTypeOf<Described<'Descriptor'>>().toEqualTypeOf<Descriptor>();
  expectTypeOf<Described<'SectionDescriptor'>>().toEqualTypeOf<SectionDescriptor>();
  expectTypeOf<Described<'AgentCard'>>().toEqualTypeOf<AgentCard>();
  expectTypeOf<Described<'DayChanges'>>().toEqualTypeOf<DayChanges>();
  expectTypeOf<Described<'ChangeCountsOfDays'>>().toEqualTypeOf<ChangeCountsOfDays>();
  expectTypeOf<Described<'Pins'>>().toEqualTypeOf<Pins>();
  expectTypeOf<Described<'SpacesCatalog'>>().toEqualTypeOf<SpacesCatalog>();
  expectTypeOf<Described<'ModelRow'>>().toEqualTypeOf<ModelRow>();
  expectTypeOf<Described<'ModelInfo'>>().branded.toEqualTypeOf<ModelInfo>();
  expectTypeOf<Described<'TreeEntry'>>().toEqualTypeOf<TreeEntry>();
  expectTypeOf<Described<'HubHealth'>>().toEqualTypeOf<HubHealth>();
  expectTypeOf<Described<'OciManifest'>>().toEqualTypeOf<OciManifest>();
  expectTypeOf<Described<'OciDescriptor'>>().toEqualTypeOf<OciDescriptor>();
  expectTypeOf<Described<'OciTagList'>>().toEqualTypeOf<OciTagList>();
  expectTypeOf<Described<'OciCatalog'>>().toEqualTypeOf<OciCatalog>();
  expectTypeOf<Described<'OciError'>>().toEqualTypeOf<OciError>();
  expectTypeOf<Described<'GgufFileAnswer'>>().toEqualTypeOf<GgufFileAnswer>();
  expectTypeOf<Described<'GgufFacts'>>().toEqualTypeOf<GgufFacts>();
  expectTypeOf<Described<'ModelFile'>>().toEqualTypeOf<ModelFile>();
  expectTypeOf<Described<'ModelObject'>>().toEqualTypeOf<ModelObject>();
  expectTypeOf<Described<'SourceObject'>>().toEqualTypeOf<SourceObject>();
  expectTypeOf<Described<'ChunkedFile'>>().toEqualTypeOf<ChunkedFile>();
  expectTypeOf<Described<'CapabilityManifest'>>().toEqualTypeOf<CapabilityManifest>();
  expectTypeOf<Described<'ModuleInfo'>>().toEqualTypeOf<ModuleInfo>();
  expectTypeOf<HealthResponse>().toExtend<Described<'HealthResponse'>>();
  expectTypeOf<ObjectMetadata>().toExtend<Described<'ObjectMetadata'>>();
  expectTypeOf<ObjectList>().toExtend<Described<'ObjectList'>>();
});

test('what is sent is what the schemas admit, where they name more than is sent today', () => {
  expectTypeOf<Archive>().toExtend<Described<'Archive'>>();
  expectTypeOf<Refs>().toExtend<Omit<Described<'Refs'>, 'branches'> & { branches: object[] }>();
});

describe('shapes', () => {
  test.each(Object.entries(shapes))('%s is called by its title and says what it is', (name, shape) => {
    expect(shape).toMatchObject({ title: name, description: expect.stringMatching(/\.$/) });
  });
});
