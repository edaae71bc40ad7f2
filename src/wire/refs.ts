// Refs: exactly one branch, `main`, at the indexed revision (SPEC.md section 2).

export interface Refs {
  branches: { name: string; ref: string; targetCommit: string }[];
  tags: never[];
  converts: never[];
}
