// The agent card: what an agent can get done here. The hub is no A2A agent, so the card names what is spoken by its URI.

import type { AgentCard, AgentSkill } from '../../shapes/discovery.ts';
import { href } from '../../table/route.ts';
import { routes } from '../../table/routes.ts';
import { MODERN_VERSION } from '../mcp/protocol.ts';
import type { DocumentFacts } from './facts/hub-facts.ts';
import { requestTemplate } from './facts/request-template.ts';

/** The plain HTTP interface that the OpenAPI description describes. */
const OPENAPI_BINDING = { uri: 'https://spec.openapis.org/oas/v3.1.0', version: '3.1.0' };

/** The tools of `/mcp`: what an agent that knows nothing of this hub can call. */
const MCP_BINDING = { uri: 'https://modelcontextprotocol.io/', version: MODERN_VERSION };

export function agentCard(facts: DocumentFacts): AgentCard {
  const { baseUrl, version, service } = facts;
  const url = baseUrl + href(routes.mcp, {});
  const home = baseUrl + href(routes.home, {});
  const website = service.contact?.startsWith('http') ? service.contact : undefined;
  return {
    protocolVersion: '0.3.0',
    name: service.name,
    description: service.about,
    url,
    preferredTransport: MCP_BINDING.uri,
    supportedInterfaces: [
      { url, protocolBinding: MCP_BINDING.uri, protocolVersion: MCP_BINDING.version },
      { url: home, protocolBinding: OPENAPI_BINDING.uri, protocolVersion: OPENAPI_BINDING.version },
    ],
    version,
    documentationUrl: baseUrl + href(routes.docs, {}),
    ...(website && { provider: { organization: service.name, url: website } }),
    capabilities: { streaming: false, pushNotifications: false },
    defaultInputModes: ['text/plain'],
    defaultOutputModes: ['application/json', 'text/markdown', 'text/plain'],
    skills: skills(facts, url),
  };
}

/** `mcp`: the address whose tools do the same as the requests. */
function skills({ example, service }: DocumentFacts, mcp: string): AgentSkill[] {
  const id = example?.id ?? 'owner/name';
  const path = example?.path ?? 'config.json';
  const main = { revision: 'main' };
  return [
    {
      id: 'find-model',
      name: 'Find a model',
      description: `Searches the index by name, owner, task, library and tags: GET ${requestTemplate(routes.models)}, or search_models at ${mcp}.`,
      tags: ['search', 'models'],
      examples: [`GET ${requestTemplate(routes.models)}?search=${encodeURIComponent(id.split('/')[1]!)}&match=words`],
    },
    {
      id: 'list-files',
      name: 'List a model’s files',
      description: `Every file of a model with its size and the SHA-256 it must have: GET ${requestTemplate(routes.tree, main)}, or get_model at ${mcp}.`,
      tags: ['files', 'hashes'],
      examples: [`List the files of ${id} with their hashes.`],
    },
    {
      id: 'resolve-file',
      name: 'Find bytes of a file that can be checked',
      description:
        `Redirects to a source that is up and names the SHA-256 that its bytes must have: GET ${requestTemplate(routes.resolve, main)}, ` +
        `or resolve_file at ${mcp}.`,
      tags: ['download', 'hashes', ...service.sources.map(({ token }) => token)],
      examples: [`Where can I download ${path} of ${id}, and what must it hash to?`],
    },
    {
      id: 'verify-download',
      name: 'Check a download',
      description: `A checksum file for a whole model, ready for sha256sum -c: GET ${requestTemplate(routes.sha256sums, main)}.`,
      tags: ['verification', 'sha256'],
      examples: [`Check the folder ${id.split('/')[1]} against the index.`],
    },
    {
      id: 'name-file',
      name: 'Name a file by its hash',
      description: `Which models have a file with a SHA-256, and who holds it: GET ${requestTemplate(routes.byHash)}, or identify_file at ${mcp}.`,
      tags: ['verification', 'hashes'],
      examples: ['Which model is the file with this SHA-256 from?'],
    },
  ];
}
