// Search rows: ModelRow and its `hub` block (decision 0019).

export interface HubFacts {
  /** Address of the model object. */
  manifest: string;
  files: number;
  /** Bytes of all weight files together. */
  weight_bytes?: number;
  /** Bytes of the weights that one usable copy needs; see `usableCopy`. */
  copy_bytes?: number;
  /** Bytes of weights by format, see `weightFormat`; together they are `weight_bytes`. */
  format_bytes?: Record<string, number>;
  parameters?: number;
  context?: number;
  /** Bytes by GGUF quantisation, all shards of one added up. */
  quants?: Record<string, number>;
  /** Absent or true: on the browse list. */
  listed?: boolean;
  sources?: string[];
}

export interface ModelRow {
  id: string;
  modelId: string;
  /** The indexed revision. */
  sha: string;
  hub: HubFacts;
  private: false;
  gated: false;
  disabled: false;
  _id?: string;
  author?: string;
  likes?: number;
  downloads?: number;
  trendingScore?: number;
  createdAt?: string;
  lastModified?: string;
  pipeline_tag?: string;
  library_name?: string;
  tags?: string[];
}

export interface ModelInfo extends Omit<ModelRow, 'hub' | 'trendingScore'> {
  siblings: { rfilename: string }[];
}

export interface Refs {
  branches: { name: string; ref: string; targetCommit: string }[];
  tags: never[];
  converts: never[];
}
