import { TemporaryError } from '#server/core/deps.ts';
export type SanctionsMatch = {
  /** The list's own id of the entry. */
  readonly entryId: string;
  /** The name or alias that matched. */
  readonly name: string;
  /** From 0 to 1. */
  readonly score: number;
};

export type SanctionsResult = {
  /** The version of the list: the hash of its bytes; null without a list. */
  readonly listVersion: string | null;
  /** Matches with a score of at least 0.7, best first, ten at most. */
  readonly matches: readonly SanctionsMatch[];
};

export type SanctionsSource = {
  readonly name: string;
  /** YYYY-MM-DD; null if the list doesn't say. */
  readonly date: string | null;
};

export type SanctionsEdition = {
  readonly sources: readonly SanctionsSource[];
  readonly entryCount: number;
  /** Why the list can't be read now, for operators; null while screening works. */
  readonly problem: string | null;
};

/** Nobody can be screened until the operator replaces the list. */
export class UnreadableListError extends TemporaryError {
  constructor(cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
    this.name = 'UnreadableListError';
  }
}

export type Sanctions = {
  /** @throws {UnreadableListError} */
  check(name: string): Promise<SanctionsResult>;
  /** Where the list comes from; null without one. */
  findEdition(): SanctionsEdition | null;
};
