// Describes the agent card of A2A 0.3.0: its required members and their types.
import { Type } from 'typebox';

const texts = Type.Array(Type.String());
const text = Type.Optional(Type.String());
const flag = Type.Optional(Type.Boolean());

const skill = Type.Object({
  ...{ id: Type.String(), name: Type.String(), description: Type.String(), tags: texts },
  ...{ examples: Type.Optional(texts), inputModes: Type.Optional(texts), outputModes: Type.Optional(texts) },
});

const place = Type.Object({ url: Type.String(), transport: Type.String() });

export const agentCardSchema = Type.Object({
  ...{ name: Type.String(), description: Type.String(), version: Type.String(), protocolVersion: Type.String() },
  ...{ url: Type.String(), preferredTransport: text, additionalInterfaces: Type.Optional(Type.Array(place)) },
  ...{ defaultInputModes: texts, defaultOutputModes: texts, skills: Type.Array(skill) },
  capabilities: Type.Object({ streaming: flag, pushNotifications: flag, stateTransitionHistory: flag }),
  provider: Type.Optional(Type.Object({ organization: Type.String(), url: Type.String() })),
  ...{ documentationUrl: text, iconUrl: text, supportsAuthenticatedExtendedCard: flag },
});
