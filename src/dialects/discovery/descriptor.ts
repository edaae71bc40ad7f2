// The descriptor of the hub, which has the same bytes at `/` and at its well-known address (decision 0027), and the agent
// card, which tells agents what they can do here. The hub is not an A2A agent, so the card names its protocols by URI.
import type { AgentCard, Descriptor } from '../../shapes/discovery.ts';
import { CATALOG_FORMAT, DESCRIPTOR_FORMAT, MODEL_FORMAT, SOURCE_FORMAT } from '../../shapes/formats.ts';
import { href, templateOf } from '../../table/route.ts';
import { routes } from '../../table/routes.ts';
import { MCP_VERSION, toolNames, toolWords } from '../../tools/tools.ts';
import type { DocumentFacts } from './facts/hub-facts.ts';

/** The tools of `/mcp`, which agents can call without knowing this hub. */
const MCP = 'https://modelcontextprotocol.io/';

export function agentCard({ baseUrl, version, service, example }: DocumentFacts): AgentCard {
  const { name, about, contact, sources } = service;
  const url = baseUrl + href(routes.mcp);
  const { id, path } = example ?? { id: 'owner/name', path: 'config.json' };
  const asked = { mcp: url, id, path, sources: sources.map(({ token }) => token) };
  return {
    protocolVersion: '0.3.0',
    name,
    description: about,
    url,
    preferredTransport: MCP,
    supportedInterfaces: [
      { url, protocolBinding: MCP, protocolVersion: MCP_VERSION },
      // The hub's plain HTTP interface, which the OpenAPI description describes.
      {
        url: baseUrl + href(routes.home),
        protocolBinding: 'https://spec.openapis.org/oas/v3.1.0',
        protocolVersion: '3.1.0',
      },
    ],
    version,
    documentationUrl: baseUrl + href(routes.docs),
    ...(contact?.startsWith('http') && { provider: { organization: name, url: contact } }),
    capabilities: { streaming: false, pushNotifications: false },
    defaultInputModes: ['text/plain'],
    defaultOutputModes: ['application/json', 'text/markdown', 'text/plain'],
    skills: toolNames.flatMap((tool) => toolWords[tool].skills(asked)),
  };
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
