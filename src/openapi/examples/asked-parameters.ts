// Describes the parameters of a request: the pinned source, the params of the path, the query and the headers.
import { defined } from '../../basics/defined.ts';
import { own } from '../../basics/own.ts';
import { href } from '../../table/route.ts';
import { type ParameterName, parameters } from '../parameters/parameters.ts';
import { keepsSlash } from '../parameters/path-template.ts';
import { type QueryName, type QueryParameter, query, wireName } from '../parameters/query.ts';
import { type RequestHeader, type RequestHeaderName, requestHeaders } from '../parameters/request-headers.ts';
import type { DescribedRow } from './asked.ts';
import type { ShownAnswers } from './shown-answers.ts';

/** Describes the parameter `{source}` of a pinned path. */
export function sourceParameter({ components, described: { service } }: DescribedRow): object {
  const tokens = service.sources.map(({ token }) => token);
  return components.add('parameters', 'source', () => ({
    name: 'source',
    in: 'path',
    required: true,
    description: 'The one source that redirects may lead to.',
    schema: { type: 'string', enum: tokens },
    example: tokens[0],
  }));
}

const ON_REGISTRY: Record<string, ParameterName> = { owner: 'repositoryOwner', name: 'repositoryName' };

/** Returns the params of a row's pattern, each with the name of the component that describes it. */
function paramsOf({ row, operation }: Pick<DescribedRow, 'row' | 'operation'>): { name: string; key: ParameterName }[] {
  return [...row.pattern.matchAll(/\{(\w+)/g)].map(([, name = '']) => {
    const onRegistry = row.dialect === 'oci' ? own(ON_REGISTRY, name) : undefined;
    return { name, key: own(operation.params ?? {}, name) ?? onRegistry ?? (name as ParameterName) };
  });
}

/** Returns the row's path with an example for each param; undefined if a param has no example. */
export function examplePath(
  asked: Pick<DescribedRow, 'row' | 'operation'>,
  examples: ShownAnswers['params'],
): string | undefined {
  const values = paramsOf(asked).map(({ name, key }) => [name, examples[key]] as const);
  if (values.some(([, value]) => value === undefined)) return undefined;
  const path = href(asked.row, Object.fromEntries(values));
  return keepsSlash(asked.row) ? path : path.replace(/(?<=.)\/$/, '');
}

/** Describes all parameters of the path. */
export function pathParameters(asked: DescribedRow): object[] {
  const { components, shown } = asked;
  return paramsOf(asked).map(({ name, key }) =>
    components.add('parameters', key, () => ({
      name,
      in: 'path',
      required: true,
      ...parameters[key],
      ...defined({ example: shown.params[key] }),
    })),
  );
}

/** Describes a parameter of the query. */
export function queryParameter({ components, shown }: DescribedRow, name: QueryName): object {
  const { description, schema, explode, required, example }: QueryParameter = query[name];
  const value = example ?? shown.query[name];
  return components.add('parameters', `query.${name}`, () => ({
    name: wireName(name),
    in: 'query',
    description,
    schema,
    ...defined({ required, explode, example: explode && value !== undefined ? [value] : value }),
  }));
}

/** Returns the query parameters that an operation must have, after a question mark; empty if it needs none. */
export function neededQuery({ operation, shown }: Pick<DescribedRow, 'operation' | 'shown'>): string {
  const needed = (operation.query ?? []).filter((name) => 'required' in query[name]);
  const params = new URLSearchParams(needed.map((name) => [wireName(name), shown.query[name] ?? '']));
  return needed.length === 0 ? '' : `?${params}`;
}

/** Describes a header that the operation reads. */
export function headerParameter({ components }: DescribedRow, name: RequestHeaderName): object {
  const header: RequestHeader = requestHeaders[name];
  return components.add('parameters', `header.${name}`, () => ({ name, in: 'header', ...header }));
}
