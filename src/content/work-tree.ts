/** How the tool reads the work tree; tests hand in a tree of their own. */
export type Tree = {
  /** Files beneath a folder, relative to it. */
  readonly list: (folder: string) => readonly string[];
  readonly read: (file: string) => string;
  /** When a file was last changed, in seconds since 1970; undefined where nobody knows. */
  readonly changedAt?: (file: string) => number | undefined;
};

export type LintFinding = { readonly kind: 'fault' | 'note'; readonly text: string };
