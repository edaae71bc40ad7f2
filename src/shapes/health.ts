// HubHealth: what the last probes found of every source (decision 0020).

export interface SourceHealth {
  ok: boolean;
  /** Last success, RFC 3339; null: never reached. */
  checked: string | null;
  reason?: ProbeReason;
}

export type ProbeReason =
  | 'verified'
  | 'reached'
  | 'mismatch'
  | 'status'
  | 'timeout'
  | 'dns'
  | 'refused'
  | 'tls'
  | 'unprobed';

export interface HubHealth {
  sources: Record<string, SourceHealth>;
  /** Preference order, in the same spelling as the keys. */
  order: string[];
  /** Models that a source refuses although its last probe was good, by source; absent when there are none. */
  refusing?: Record<string, number>;
}
