// Refs: exactly one branch, `main`, at the indexed revision (decision 0010).

export interface Refs {
  branches: { name: string; ref: string; targetCommit: string }[];
  tags: never[];
  converts: never[];
}
