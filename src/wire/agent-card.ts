// The agent card: A2A 0.3.0's required fields, and the interface list of later versions (decision 0027).

export interface AgentSkill {
  id: string;
  name: string;
  description: string;
  tags: string[];
  examples?: string[];
}

export interface AgentCard {
  protocolVersion: string;
  name: string;
  description: string;
  /** Where the preferred interface answers. */
  url: string;
  /** The URI of what is spoken there: the hub is no A2A agent. */
  preferredTransport: string;
  supportedInterfaces: { url: string; protocolBinding: string; protocolVersion: string }[];
  version: string;
  documentationUrl?: string;
  provider?: { organization: string; url: string };
  capabilities: { streaming: boolean; pushNotifications: boolean };
  defaultInputModes: string[];
  defaultOutputModes: string[];
  skills: AgentSkill[];
}
