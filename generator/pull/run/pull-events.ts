// Declares the events that a pull reports while it runs, and its summary at the end.
/** The number of bytes that each source sent, by the source's name. */
export type Shares = Record<string, number>;

export type PullEvent =
  | { event: 'plan'; id: string; revision: string; folder: string; files: number; bytes: number; sources: string[] }
  /** `left` is the number of seconds left; absent while it is unknown. */
  | { event: 'progress'; bytes: number; total: number; rate: number; left?: number; sources: Shares }
  | { event: 'checking'; bytes: number; total: number }
  | { event: 'file'; path: string; bytes: number; sources: string[] }
  /**
   * The first fault of its kind, or the fault after which a source is left. `times` counts faults in a row. `again` is
   * the number of seconds until the source is asked again; absent if it is not.
   */
  | { event: 'source'; source: string; fault: string; path?: string; times?: number; again?: number }
  /** No source sends anything, and the pull ends in this number of seconds if that lasts. */
  | { event: 'waiting'; seconds: number }
  | { event: 'unmatched'; patterns: string[] }
  | { event: 'failed'; path: string; reason: string }
  /** Reports that one of several models can't be pulled at all. */
  | { event: 'refused'; id: string; reason: string }
  /** A signal ended the pull before its end. */
  | { event: 'stopped' }
  | ({ event: 'done' } & PullSummary);

export interface PullSummary {
  id: string;
  revision: string;
  folder: string;
  /** True if every file is in place with its hash. */
  ok: boolean;
  files: number;
  bytes: number;
  /** The numbers of files and of bytes that were in place before the run. */
  here: { files: number; bytes: number };
  /** The number of bytes that came over the network. */
  fetched: number;
  seconds: number;
  /** The number of bytes that each source sent. `gone` is the reason why a source is not asked any more. */
  sources: { source: string; bytes: number; gone?: string }[];
  failed: { path: string; reason: string }[];
}

export type Tell = (event: PullEvent) => void;
