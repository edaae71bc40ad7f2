// Shows the request of an operation as a command that works when it is pasted.
import { betweenQuotes } from '../get-it/shell/shells.ts';
import { pinnedPath } from '../nouns/pinned-path.ts';
import type { OneMethod } from './examples/asked.ts';
import { examplePath, neededQuery } from './examples/asked-parameters.ts';
import type { ShownAnswers } from './examples/shown-answers.ts';
import { TOKEN_VARIABLE } from './operations/tokens.ts';

/** Makes a `curl` command; an empty object if the catalog has nothing to request. */
export function codeSamples(asked: OneMethod): object {
  const { operation, shown, pinned, method, shownAs } = asked;
  const { baseUrl, service } = asked.described;
  const path = examplePath(asked, shown.params);
  if (path === undefined) return {};
  const url = baseUrl + pinnedPath(pinned ? service.sources[0]!.token : undefined, path) + neededQuery(asked);
  // For a redirect, the command shows the headers, since there is no body.
  const redirects = Object.keys(operation.answers).some((status) => status === '302' || status === '307');
  const sent = sentBody(shown.requests[shownAs]);
  const verb = method === 'GET' || method === 'HEAD' || (method === 'POST' && sent !== '') ? '' : ` -X ${method}`;
  const accept = asked.row.typed ? " -H 'Accept: text/html'" : '';
  const token = operation.token === undefined ? '' : ` -H "Authorization: Bearer $${TOKEN_VARIABLE[operation.token]}"`;
  const source = `curl -s${redirects || method === 'HEAD' ? 'I' : ''} ${betweenQuotes(url)}${verb}${accept}${token}${sent}`;
  return { 'x-codeSamples': [{ lang: 'Shell', label: 'curl', source }] };
}

/** Gives the body that a command sends: that of the first example. */
function sentBody(examples: ShownAnswers['requests'][keyof ShownAnswers['requests']]): string {
  const [first] = Object.entries(examples ?? {});
  if (!first) return '';
  const [type, { value }] = first;
  return ` -H 'Content-Type: ${type}' -d ${betweenQuotes(typeof value === 'string' ? value : JSON.stringify(value))}`;
}
