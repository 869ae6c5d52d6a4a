/** The files that the lint reads. Tests pass their own. */
export type Tree = {
  /** Files in a folder, relative to it. */
  readonly list: (folder: string) => readonly string[];
  readonly read: (file: string) => string;
  /** When a file last changed, in Unix seconds; undefined if unknown. */
  readonly changedAt?: (file: string) => number | undefined;
};

export type LintFinding = { readonly kind: 'error' | 'warning'; readonly text: string };
