import { isExistingDate } from '#lib/calendar-date.ts';
import type { PayeeAddress } from './address.ts';

export const taxFormKinds = ['w-9', 'w-8ben'] as const;
export type TaxFormKind = (typeof taxFormKinds)[number];

export const usTinTypes = ['ssn', 'ein'] as const;
export type UsTinType = (typeof usTinTypes)[number];

/** The answers on a signed form. A W-9 is for US persons, a W-8BEN for everyone else. */
export type TaxFormDetails =
  | {
      readonly kind: 'w-9';
      readonly name: string;
      readonly address: PayeeAddress;
      readonly tinType: UsTinType;
      /** Nine digits. */
      readonly tin: string;
    }
  | {
      readonly kind: 'w-8ben';
      readonly name: string;
      readonly address: PayeeAddress;
      /** ISO 3166-1. */
      readonly citizenship: string;
      /** `1990-05-31`. */
      readonly dateOfBirth: string;
      /** The home country's tax number; null if the country issues none. */
      readonly tin: string | null;
    };

/** US residents sign a W-9, and so do US citizens elsewhere. */
export function requiredTaxForm(country: string, isUsPerson: boolean): TaxFormKind {
  return country === 'US' || isUsPerson ? 'w-9' : 'w-8ben';
}

/**
 * When a form expires (UTC); null for a W-9, which doesn't expire. A W-8BEN is valid until the end of the third year
 * after the year it was signed in.
 */
export function taxFormExpiry(kind: TaxFormKind, signedAt: Date): Date | null {
  return kind === 'w-9' ? null : new Date(Date.UTC(signedAt.getUTCFullYear() + 4, 0, 1));
}

export type TinProblem = 'required' | 'tin_us' | 'tin_foreign';

/** Follows the Social Security Administration's rules, and the IRS's for individual taxpayer numbers (9xx). */
function isSsn(digits: string): boolean {
  const [area, group, serial] = [digits.slice(0, 3), Number(digits.slice(3, 5)), digits.slice(5)];
  if (area === '000' || area === '666' || group === 0 || serial === '0000') return false;
  if (!area.startsWith('9')) return true;
  return (group >= 50 && group <= 65) || (group >= 70 && group <= 88) || (group >= 90 && group !== 93);
}

export function readUsTin(type: UsTinType, text: string): { readonly tin: string } | { readonly problem: TinProblem } {
  const digits = text.replace(/[\s-]/g, '');
  if (digits === '') return { problem: 'required' };
  if (!/^\d{9}$/.test(digits) || /^(\d)\1{8}$/.test(digits)) return { problem: 'tin_us' };
  const isValid =
    type === 'ssn' ? isSsn(digits) : !/^(?:00|07|08|09|17|18|19|28|29|49|69|70|78|79|89|96|97)/.test(digits);
  return isValid ? { tin: digits } : { problem: 'tin_us' };
}

/** Formats differ by country, so only values that no country uses are rejected. */
export function readForeignTin(text: string): { readonly tin: string } | { readonly problem: TinProblem } {
  const tin = text.trim().toUpperCase().replace(/\s+/g, ' ');
  if (tin === '') return { problem: 'required' };
  const characters = tin.replace(/[ ./-]/g, '');
  return /^[A-Z0-9 ./-]{4,30}$/.test(tin) && characters.length >= 4 && !/^(.)\1*$/.test(characters)
    ? { tin }
    : { problem: 'tin_foreign' };
}

/** The last two to four characters: `•••• 6789`. */
export function maskTin(tin: string | null): string | null {
  if (tin === null) return null;
  const characters = tin.replace(/[^A-Z0-9]/gi, '');
  return `•••• ${characters.slice(-Math.min(4, Math.floor(characters.length / 2)))}`;
}

/** A real date on which the person was between 18 and 120 years old. */
export function isDateOfBirth(text: string, now: Date): boolean {
  if (!isExistingDate(text)) return false;
  const [year = 0, month = 0, day = 0] = text.split('-').map(Number);
  return Date.UTC(year + 18, month - 1, day) <= now.getTime() && year > now.getUTCFullYear() - 120;
}
