/** How the lint reads the work tree; tests pass their own. */
export type Tree = {
  /** Files in a folder, relative to it. */
  readonly list: (folder: string) => readonly string[];
  readonly read: (file: string) => string;
  /** When a file last changed, in seconds since the epoch; undefined if unknown. */
  readonly changedAt?: (file: string) => number | undefined;
};

export type LintFinding = { readonly kind: 'fault' | 'note'; readonly text: string };
