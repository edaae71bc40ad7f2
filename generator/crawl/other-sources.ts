// The further sources that the rules name, each asked politely and within a budget of its own.
import type { Service } from '../../src/service/service.ts';
import type { Source } from '../../src/service/sources.ts';
import { Failure } from '../process/failure.ts';
import type { IndexRules } from './index-rules.ts';
import { AskedSource } from './others/other-source.ts';
import { scopeSource } from './others/scope-source.ts';
import { ScopeUpstream } from './others/scope-upstream.ts';
import type { FetchCount, PoliteFetch } from './polite-fetch.ts';

/** What asks an upstream within a budget. */
export type Asking = (source: Source, budget: Budget) => PoliteFetch;

type Budget = Pick<IndexRules['most'], 'requests' | 'bytes' | 'under_way'>;

/** What was asked of a further source. */
export interface OtherCount extends FetchCount {
  source: string;
  upstream: string;
}

/** The sources, and what was asked of each so far. Throws a Failure for one that is not declared, or in no dialect we know. */
export function otherSources(rules: IndexRules, service: Service, ask: Asking, signal: AbortSignal) {
  const asked: OtherCount[] = [];
  const others = (rules.others ?? []).map(({ source: token, names = {}, most = rules.most }) => {
    const source = declared(service, token, rules.source);
    const polite = ask(source, most);
    asked.push(Object.assign(polite.count, { source: token, upstream: source.base }));
    const other = scopeSource({
      ...{ source: token, display: source.display, defaultRevision: source.defaultRevision },
      upstream: new ScopeUpstream(source.base, polite.fetch),
      names: new Map(Object.entries(names).map(([id, name]) => [id.toLowerCase(), name])),
      most: rules.most.files_of_a_model,
    });
    return new AskedSource(other, signal);
  });
  return { others, asked };
}

function declared({ sources }: Service, token: string, first: string): Source {
  const source = sources.find((one) => one.token === token);
  if (!source || token === first || !source.template.startsWith('/models/{id}/'))
    throw new Failure(
      `content/index.yaml: others names the source ${token}, which is none of service.yaml beside ${first} that has models at /models/{id}/.`,
    );
  return source;
}
