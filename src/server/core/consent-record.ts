export type ConsentRecord = {
  readonly text: string;
  readonly version: string;
  readonly at: number;
  readonly ip: string;
  /** For the consent to a renewal and the choice of a language: what was shown, in this language. */
  readonly shown?: string;
  readonly locale?: string;
};
