// Describes the object plane, which is the part of the API for objects: its capabilities, its modules, its health
// (decision 0023), and the cursors of its list.
import { MAX_OBJECT } from '../../basics/limits.ts';
import { addressFromHex, hexOfAddress, parseAddress } from '../../nouns/address.ts';
import { PROTOCOL_VERSION } from '../../shapes/formats.ts';
import type {
  CapabilityManifest,
  HealthResponse,
  ModuleInfo,
  ModuleState,
  ObjectMetadata,
  OperationInfo,
} from '../../shapes/objects.ts';
import { PLACE } from '../../table/object-routes.ts';
import { toolNames } from '../../tools/tools.ts';

/** A module of the object plane, in any state. */
interface Module {
  name: string;
  needs: readonly string[];
  operations: Readonly<Record<string, OperationInfo['kind']>>;
  /**
   * The part of the hub whose state this module has. If it is absent, the module is ready once all modules in `needs`
   * are ready.
   */
  follows?: 'index' | 'objects' | 'publishing' | 'accounts';
}

const modules: Readonly<Record<string, Module>> = {
  objects: { name: 'Objects by address', needs: [], operations: { 'objects.get': 'read' }, follows: 'objects' },
  publishing: {
    name: 'Published objects',
    needs: ['objects'],
    operations: { 'objects.list': 'read', 'objects.publish': 'mutation' },
    follows: 'publishing',
  },
  health: { name: 'Health', needs: [], operations: { 'health.get': 'read', 'sources.get': 'read' } },
  models: {
    name: 'Models',
    needs: [],
    operations: { 'models.search': 'read', 'models.get': 'read', 'models.tree': 'read' },
    follows: 'index',
  },
  files: {
    name: 'Files',
    needs: ['models', 'health'],
    operations: { 'files.resolve': 'read', 'files.sums': 'read' },
  },
  registry: {
    name: 'Registry',
    needs: ['files'],
    operations: { 'registry.tags': 'read', 'registry.manifest': 'read', 'registry.blob': 'read' },
  },
  mcp: {
    name: 'MCP',
    needs: ['models', 'files'],
    operations: Object.fromEntries(toolNames.map((name) => [`mcp.${name}`, 'read'])),
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
    follows: 'accounts',
  },
};

/** The facts on which the answers depend. */
export interface PlaneFacts {
  version: string;
  /** The name of this server: the host of its public address. */
  server: string;
  /** `ready`: the hub can read today's catalog object. `starting`: no index is built yet. */
  index: 'ready' | 'starting' | 'unavailable';
  /** The state of the store of published objects. */
  published: 'ready' | 'unavailable';
  /** `closed` if publishing is switched off. */
  publishing: 'ready' | 'closed';
  /** The state of the store of accounts; `closed` if sign-in is switched off. */
  accounts: 'ready' | 'closed' | 'unavailable';
}

const ROLE = 'hub';

/** Returns the state of the module for objects, which needs both the index and the published objects. */
const stateOfObjects = ({ index, published }: Pick<PlaneFacts, 'index' | 'published'>) =>
  index === 'ready' ? published : index;

/** Lists every module with its operations and its state. A module comes after the modules that it needs. */
export function planeModules({ version, ...facts }: PlaneFacts): ModuleInfo[] {
  const states = { ...facts, objects: stateOfObjects(facts) };
  const stateOf = ({ follows, needs }: Module): ModuleState => {
    const own = follows === undefined ? 'ready' : states[follows];
    // `needs` has only names of modules in our own table.
    const missing = needs.map((id) => stateOf(modules[id]!)).find((state) => state !== 'ready');
    return own === 'ready' ? (missing ?? own) : own;
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

/** Makes the manifest: every operation, every module, and the maximum size of an object. */
export function capabilitiesOf(facts: PlaneFacts): CapabilityManifest {
  const operations = Object.values(modules).flatMap(({ operations }) => Object.entries(operations));
  return {
    protocol_version: PROTOCOL_VERSION,
    server_version: facts.version,
    server_id: facts.server,
    role: ROLE,
    // Only reads may fall back to another server, because an object that was published elsewhere would be missing here.
    operations: operations.map(([id, kind]) => ({ id, kind, fallback_safe_before_dispatch: kind === 'read' })),
    modules: planeModules(facts),
    maximum_message_bytes: MAX_OBJECT,
  };
}

/** Makes the health answer. `ready` means that the hub can read today's catalog object and the published objects. */
export function healthOf(facts: PlaneFacts): HealthResponse {
  const ready = planeModules(facts).filter(({ state }) => state === 'ready').length;
  return { status: stateOfObjects(facts), version: facts.version, role: ROLE, modules_ready: ready };
}

type Place = Pick<ObjectMetadata, 'created_at_millis' | 'id'>;

const CURSOR = new RegExp(`^${PLACE}$`);

/** Returns the cursor for a position. */
export function formatPlace({ created_at_millis, id }: Place): string {
  return `${created_at_millis.toString(36)}-${hexOfAddress(id)}`;
}

/** Reads a cursor; undefined for any other text. */
export function parsePlace(cursor: string): Place | undefined {
  const [, millis, hex] = CURSOR.exec(cursor) ?? [];
  const id = hex === undefined ? undefined : parseAddress(addressFromHex(hex));
  return id && { created_at_millis: Number.parseInt(millis!, 36), id };
}
