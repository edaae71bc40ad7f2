// The agent card, which tells agents what they can do at this hub. The hub is not an A2A agent, so the card names the
// hub's protocols by their URIs.

import type { AgentCard, AgentSkill } from '../../shapes/discovery.ts';
import { href } from '../../table/route.ts';
import { routes } from '../../table/routes.ts';
import { MCP_VERSION, toolNames, toolWords } from '../../tools/tools.ts';
import type { DocumentFacts } from './facts/hub-facts.ts';
import { requestTemplate } from './facts/request-template.ts';

/** The hub's plain HTTP interface, which the OpenAPI description describes. */
const OPENAPI_BINDING = { uri: 'https://spec.openapis.org/oas/v3.1.0', version: '3.1.0' };

/** The tools of `/mcp`, which agents can call without knowing this hub. */
const MCP_BINDING = { uri: 'https://modelcontextprotocol.io/', version: MCP_VERSION };

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

function skills({ example, service }: DocumentFacts, mcp: string): AgentSkill[] {
  const { id, path } = example ?? { id: 'owner/name', path: 'config.json' };
  const sources = service.sources.map(({ token }) => token);
  return toolNames.flatMap((name) => toolWords[name].skills({ mcp, id, path, sources, request: requestTemplate }));
}
