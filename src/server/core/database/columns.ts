import type { ColumnType, JSONColumnType } from 'kysely';

export type Moment = ColumnType<Date, Date, Date>;
export type MaybeMoment = ColumnType<Date | null, Date | null | undefined, Date | null>;
export type MaybeNumber = ColumnType<number | null, number | null | undefined, number | null>;
export type MaybeText = ColumnType<string | null, string | null | undefined, string | null>;
export type Json<T extends object | null> = JSONColumnType<T, string, string>;

export type ConsentRecord = {
  readonly text: string;
  readonly version: string;
  readonly at: number;
  readonly ip: string;
  /** For the consent to a renewal and the choice of a language: what was shown, in this language. */
  readonly shown?: string;
  readonly locale?: string;
};
