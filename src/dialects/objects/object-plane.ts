// What the object plane says of itself: capabilities, modules, health (SPEC.md 4.2 and 4.7).
import { MAX_OBJECT } from '../../limits.ts';
import {
  type CapabilityManifest,
  type HealthResponse,
  type ModuleInfo,
  type ModuleState,
  type OperationInfo,
  PROTOCOL_VERSION,
} from '../../wire/object-plane.ts';

/** What a module is, whatever its state. */
interface Module {
  name: string;
  needs: readonly string[];
  operations: Readonly<Record<string, OperationInfo['kind']>>;
  /** `index`: ready when one is built. `token`, `key`: ready when the operator has set one, to publish or to sign in. */
  waitsFor?: 'index' | 'token' | 'key';
}

const modules: Readonly<Record<string, Module>> = {
  objects: { name: 'Objects by address', needs: [], operations: { 'objects.get': 'read' } },
  publishing: {
    name: 'Published objects',
    needs: ['objects'],
    operations: { 'objects.list': 'read', 'objects.publish': 'mutation' },
    waitsFor: 'token',
  },
  health: { name: 'Health', needs: [], operations: { 'health.get': 'read', 'sources.get': 'read' } },
  models: {
    name: 'Models',
    needs: ['objects'],
    operations: { 'models.search': 'read', 'models.get': 'read', 'models.tree': 'read' },
    waitsFor: 'index',
  },
  files: {
    name: 'Files',
    needs: ['models', 'health'],
    operations: { 'files.resolve': 'read', 'files.sums': 'read' },
    waitsFor: 'index',
  },
  registry: {
    name: 'Registry',
    needs: ['files'],
    operations: { 'registry.tags': 'read', 'registry.manifest': 'read', 'registry.blob': 'read' },
    waitsFor: 'index',
  },
  mcp: {
    name: 'MCP',
    needs: ['models', 'files'],
    operations: { 'mcp.search_models': 'read', 'mcp.get_model': 'read', 'mcp.resolve_file': 'read' },
    waitsFor: 'index',
  },
  accounts: {
    name: 'Accounts',
    needs: [],
    operations: {
      'account.get': 'read',
      'account.saved': 'mutation',
      'account.request': 'mutation',
      'account.publisher-request': 'mutation',
      'account.wallet': 'mutation',
    },
    waitsFor: 'key',
  },
};

/** What the answers depend on. */
export interface PlaneFacts {
  version: string;
  /** Names this server: the host of its public address. */
  server: string;
  /** An index is built. */
  indexed: boolean;
  /** Somebody may publish. */
  open: boolean;
  /** Somebody may sign in. */
  signIn: boolean;
}

const ROLE = 'hub';

/** Every module with its operations and its readiness, those that others need first. */
export function modulesOf({ version, indexed, open, signIn }: PlaneFacts): ModuleInfo[] {
  const stateOf = ({ waitsFor }: Module): ModuleState => {
    if (waitsFor === 'index') return indexed ? 'ready' : 'starting';
    if (waitsFor === 'token') return open ? 'ready' : 'closed';
    return waitsFor === 'key' && !signIn ? 'closed' : 'ready';
  };
  return Object.entries(modules).map(([id, module]) => ({
    id,
    name: module.name,
    version,
    state: stateOf(module),
    dependencies: [...module.needs],
    operations: Object.keys(module.operations),
  }));
}

/** The manifest: every operation, every module, and the largest object. */
export function capabilitiesOf(facts: PlaneFacts): CapabilityManifest {
  const operations = Object.values(modules).flatMap(({ operations }) => Object.entries(operations));
  return {
    protocol_version: PROTOCOL_VERSION,
    server_version: facts.version,
    server_id: facts.server,
    role: ROLE,
    // What is published elsewhere is not here, so a publisher must not be sent elsewhere unasked.
    operations: operations.map(([id, kind]) => ({ id, kind, fallback_safe_before_dispatch: kind === 'read' })),
    modules: modulesOf(facts),
    maximum_message_bytes: MAX_OBJECT,
  };
}

/** `ready` means that the object plane answers, which it does for all of the index once there is one. */
export function healthOf(facts: PlaneFacts): HealthResponse {
  const ready = modulesOf(facts).filter(({ state }) => state === 'ready').length;
  return { status: facts.indexed ? 'ready' : 'starting', version: facts.version, role: ROLE, modules_ready: ready };
}
