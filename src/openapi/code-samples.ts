// Writes a `curl` command for an operation. The command works when somebody pastes it into a shell.
import { betweenQuotes } from '../get-it/shell/shells.ts';
import { pinnedPath } from '../nouns/pinned-path.ts';
import type { OneMethod } from './examples/asked.ts';
import { examplePath, neededQuery } from './examples/asked-parameters.ts';
import type { ShownAnswers } from './examples/shown-answers.ts';
import { TOKEN_VARIABLE } from './operations/tokens.ts';

/** Returns the command in the form of `x-codeSamples`; an empty object if the catalog has no example for the path. */
export function codeSamples(asked: OneMethod): object {
  const { operation, shown, pinned, method, shownAs } = asked;
  const { baseUrl, service } = asked.described;
  const path = examplePath(asked, shown.params);
  if (path === undefined) return {};
  const url = baseUrl + pinnedPath(pinned ? service.sources[0]!.token : undefined, path) + neededQuery(asked);
  // The command shows the headers of a redirect, since a redirect has no body.
  const redirects = Object.keys(operation.answers).some((status) => status === '302' || status === '307');
  const sent = sentBody(shown.requests[shownAs]);
  const verb = method === 'GET' || method === 'HEAD' || (method === 'POST' && sent !== '') ? '' : ` -X ${method}`;
  const accept = asked.row.typed ? " -H 'Accept: text/html'" : '';
  const token = operation.token === undefined ? '' : ` -H "Authorization: Bearer $${TOKEN_VARIABLE[operation.token]}"`;
  const source = `curl -s${redirects || method === 'HEAD' ? 'I' : ''} ${betweenQuotes(url)}${verb}${accept}${token}${sent}`;
  return { 'x-codeSamples': [{ lang: 'Shell', label: 'curl', source }] };
}

/** Returns the options that send the first example of a body. */
function sentBody(examples: ShownAnswers['requests'][keyof ShownAnswers['requests']]): string {
  const [first] = Object.entries(examples ?? {});
  if (!first) return '';
  const [type, { value }] = first;
  return ` -H 'Content-Type: ${type}' -d ${betweenQuotes(typeof value === 'string' ? value : JSON.stringify(value))}`;
}
