// Describes refusals as responses, by status, with the bodies and headers of the row's dialect.
import { mediaTypeOf } from '../../table/answer-facts.ts';
import type { Row } from '../../table/route.ts';
import type { HeaderName } from '../operations/headers.ts';
import type { Components } from '../schemas/components.ts';
import { schemaOf } from '../schemas/schema-of.ts';
import type { ShownRefusal } from './refused-by.ts';
import { cacheReference, commonHeaders, headerReference } from './response-headers.ts';

/** Makes the responses for a row's refusals, by status. Rows with the same refusals share the components. */
export function refusalResponses(components: Components, row: Row, refused: readonly ShownRefusal[]) {
  const byStatus = Map.groupBy(refused, ({ status }) => status);
  return Object.fromEntries(
    [...byStatus].map(([status, all]) => {
      const some = [...new Map(all.map((one) => [one.name, one])).values()];
      const oci = row.dialect === 'oci' && some.every(({ shape }) => shape !== 'OciError') ? 'Oci' : '';
      const name = oci + some.map((one) => one.name).join('Or');
      return [status, components.add('responses', name, () => refusalResponse(components, row, some))];
    }),
  );
}

function refusalResponse(components: Components, row: Row, refused: readonly ShownRefusal[]) {
  const when = refused.map((one) => one.when).join('; or ');
  return {
    description: refused[0]!.status < 400 ? `Sent on: ${when}.` : `Refused: ${when}.`,
    headers: refusalHeaders(components, row, refused),
    content: refusalContent(components, refused),
  };
}

/** Returns the headers of refusals that share a response. A header is optional unless all of these refusals have it. */
export function refusalHeaders(
  components: Components,
  row: Row,
  refused: readonly ShownRefusal[],
): Record<string, unknown> {
  const codes = refused.flatMap(({ code }) => code ?? []);
  const withMessage = refused.filter(({ code, shape }) => code !== undefined && shape !== 'OciError');
  const extra = new Set(refused.flatMap((one) => [...one.headers]));
  const presence = (has: readonly ShownRefusal[]) => (has.length === refused.length ? 'as declared' : 'sometimes');
  const named = (name: HeaderName) =>
    headerReference(components, name, presence(refused.filter((one) => one.headers.includes(name))));
  const registry: HeaderName = 'Docker-Distribution-Api-Version';
  const isBare = row.dialect === 'oci' && refused.some(({ shape }) => shape === 'nothing');
  return {
    ...commonHeaders(components, row),
    ...(isBare ? { [registry]: headerReference(components, registry, 'sometimes') } : {}),
    'Cache-Control': cacheReference(components, ['no-store']),
    'Content-Length': headerReference(components, 'Content-Length', 'as declared'),
    ...(codes.length === 0
      ? {}
      : {
          'X-Error-Code': {
            description: 'The refusal as a machine code.',
            ...(codes.length === refused.length ? { required: true } : {}),
            schema: { type: 'string', enum: [...new Set(codes)] },
          },
        }),
    ...(withMessage.length === 0
      ? {}
      : { 'X-Error-Message': headerReference(components, 'X-Error-Message', presence(withMessage)) }),
    ...Object.fromEntries([...extra].map((name) => [name, named(name)])),
  };
}

const typeOf = (shape: ShownRefusal['shape']) =>
  mediaTypeOf(shape === 'text' ? 'text' : shape === 'page' ? 'html' : 'json');

function refusalContent(components: Components, refused: readonly ShownRefusal[]) {
  const shown = refused.flatMap((one) => (one.shape === 'nothing' ? [] : [{ ...one, shape: one.shape }]));
  const byType = Map.groupBy(shown, ({ shape }) => typeOf(shape));
  return Object.fromEntries(
    [...byType].map(([type, some]) => {
      const names = [...new Set(some.map(({ shape }) => shape))];
      const schemas = names.map((name) =>
        name === 'text' || name === 'page' ? { type: 'string' } : schemaOf(components, name),
      );
      const examples = some.map((one) => [
        one.name,
        components.add('examples', one.name, () => ({ summary: sentence(one.when), value: one.value })),
      ]);
      return [
        type,
        { schema: schemas.length === 1 ? schemas[0] : { anyOf: schemas }, examples: Object.fromEntries(examples) },
      ];
    }),
  );
}

const sentence = (when: string) => `${when[0]!.toUpperCase()}${when.slice(1)}`;
