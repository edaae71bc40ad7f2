// The object plane on the wire: what the service can do, its modules, and the metadata of a published object (decision 0023).
import type { Address } from '../address.ts';

export interface OperationInfo {
  id: string;
  kind: 'read' | 'mutation' | 'stream';
  /** Nothing is lost when a client that could not send it asks another server instead. */
  fallback_safe_before_dispatch: boolean;
}

/** `starting`: no index is built yet. `closed`: the operator has not opened it. `unavailable`: its store does not answer. */
export type ModuleState = 'ready' | 'starting' | 'closed' | 'unavailable';

export interface ModuleInfo {
  id: string;
  name: string;
  version: string;
  state: ModuleState;
  /** Ids of the modules it needs. */
  dependencies: string[];
  /** Ids of its operations. */
  operations: string[];
}

export interface CapabilityManifest {
  protocol_version: number;
  server_version: string;
  server_id: string;
  role: string;
  operations: OperationInfo[];
  modules: ModuleInfo[];
  /** Bytes of one object at the server; an edge in front may let less through. */
  maximum_message_bytes: number;
}

export interface HealthResponse {
  status: 'ready' | 'starting' | 'unavailable';
  version: string;
  role: string;
  modules_ready: number;
}

export interface ObjectMetadata {
  id: Address;
  kind: string;
  media_type: string;
  size: number;
  /** When it was first published, in milliseconds since 1970. */
  created_at_millis: number;
  filename: string | null;
}

export interface ObjectList {
  /** Newest first. */
  objects: ObjectMetadata[];
  /** Where the next page begins; absent on the last one. */
  cursor?: string;
}
