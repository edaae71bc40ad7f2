// What the registry answers: manifests, lists and errors of the OCI distribution dialect

/** `sha256:` and 64 lowercase hex characters. */
export type Digest = `sha256:${string}`;

export interface OciDescriptor {
  mediaType: string;
  digest: Digest;
  /** Bytes. */
  size: number;
  annotations?: Record<string, string>;
}

export interface OciManifest {
  schemaVersion: 2;
  mediaType: string;
  artifactType?: string;
  config: OciDescriptor;
  layers: OciDescriptor[];
  annotations?: Record<string, string>;
}

export interface OciTagList {
  /** The repository. */
  name: string;
  tags: string[];
}

export interface OciCatalog {
  repositories: string[];
}

export interface OciError {
  errors: { code: string; message: string }[];
}

export interface NamedFile {
  /** The path in the repository. */
  rfilename: string;
  blobId: Digest;
  /** Bytes. */
  size: number;
}

export interface GgufFileAnswer {
  ggufFile: NamedFile;
  /** The multimodal projector that goes with it. */
  mmprojFile?: NamedFile;
}
