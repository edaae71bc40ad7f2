// The descriptor of the hub, which has the same bytes at `/` and at its well-known address (decision 0027), and the agent
// card, which tells agents what they can do here. The hub is not an A2A agent, so the card names its protocols by URI.
import type { AgentCard, AgentSkill, Descriptor } from '../../shapes/discovery.ts';
import { CATALOG_FORMAT, DESCRIPTOR_FORMAT, MODEL_FORMAT, SOURCE_FORMAT } from '../../shapes/formats.ts';
import { href, templateOf } from '../../table/route.ts';
import { routes } from '../../table/routes.ts';
import { MCP_VERSION, toolNames, toolWords } from '../../tools/tools.ts';
import type { DocumentFacts } from './facts/hub-facts.ts';

/** The hub's plain HTTP interface, which the OpenAPI description describes. */
const OPENAPI_BINDING = { uri: 'https://spec.openapis.org/oas/v3.1.0', version: '3.1.0' };

/** The tools of `/mcp`, which agents can call without knowing this hub. */
const MCP_BINDING = { uri: 'https://modelcontextprotocol.io/', version: MCP_VERSION };

export function agentCard(facts: DocumentFacts): AgentCard {
  const { baseUrl, version, service } = facts;
  const url = baseUrl + href(routes.mcp);
  const home = baseUrl + href(routes.home);
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
    documentationUrl: baseUrl + href(routes.docs),
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
  return toolNames.flatMap((name) => toolWords[name].skills({ mcp, id, path, sources }));
}

export function descriptor({ service, catalog, snapshot, isSigned }: DocumentFacts): Descriptor {
  return {
    format: DESCRIPTOR_FORMAT,
    name: service.name,
    about: service.about,
    catalog,
    snapshot,
    fetch: templateOf(routes.object),
    find: `${templateOf(routes.models)}?search={text}`,
    publish: href(routes.objects),
    capabilities: href(routes.capabilities),
    openapi: href(routes.openapi),
    registry: href(routes.registryBase),
    log: href(routes.logCheckpoint),
    // A hub that does not sign its log offers no proofs, since they would prove nothing.
    ...(isSigned && { log_keys: href(routes.logKeys), proof: templateOf(routes.modelProof) }),
    guide: href(routes.llms),
    addresses: {
      'blake3:<64 hex>': 'an object of the index, by the BLAKE3 of its bytes; put it in place of {id} in `fetch`',
      '<64 hex>': 'a model file, by the SHA-256 of its bytes; they come from a source, never from here',
    },
    kinds: {
      'model-hub.catalog': `${CATALOG_FORMAT}: browse rows, a map from model id to {model, sources}, and prev, the day before`,
      'model-hub.model': `${MODEL_FORMAT}: id, revision, license, files [{path, size, sha256}] and prev`,
      'model-hub.source': `${SOURCE_FORMAT}: one place where the bytes of one revision can be fetched; of kind chunks, the objects that make up each file`,
    },
  };
}
