// Search rows: ModelRow and its `hub` block (SPEC.md section 2).

export interface HubFacts {
  /** Address of the model object. */
  manifest: string;
  files: number;
  /** Bytes of weight files. */
  weight_bytes?: number;
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
