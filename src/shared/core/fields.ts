import * as z from 'zod/mini';
import { isExistingDate, isExistingMoment } from '#lib/calendar-date.ts';
import { hasTooManyMarks } from '#lib/combining-marks.ts';
import { emailPattern, normalizeEmail } from '#lib/email-address.ts';
import { cleanName, isLatin, isName, isUnsafeLine, looksLikeLink } from '#lib/person-name.ts';
import { normalizeCouponCode } from '#lib/spelled-code.ts';
import { cleanCode } from '#lib/western-digits.ts';
import { passwordMaximumLength, passwordMinimumLength } from './constants.ts';

/**
 * Text of at most `maximum` characters, of which every kind below is made: longer text is refused before it is trimmed
 * or matched. Messages are keys of the `validation` strings, translated where they are shown. Contracts name a kind.
 */
const text = (maximum: number, error = 'invalid', tooLong = 'too_long') =>
  z.string(error).check(
    z.maxLength(maximum, { error: tooLong, abort: true }),
    z.refine((typed) => !hasTooManyMarks(typed), 'marks'),
  );

/** Text of one format, with one error for anything else. */
export const formatted = (maximum: number, pattern: RegExp, error = 'invalid', missing = error) =>
  text(maximum, missing, error).check(z.regex(pattern, error));

export const email = text(254, 'required', 'email').check(
  z.overwrite(normalizeEmail),
  z.minLength(1, 'required'),
  // Punycode is longer than what was typed.
  z.maxLength(254, { error: 'too_long', abort: true }),
  z.email({ pattern: emailPattern, error: 'email' }),
);

/** What a program made and hands back as it is: a browser's id, a mark of a link. May be empty. */
export const token = (maximum: number, error?: string, tooLong?: string) => text(maximum, error, tooLong);

export const requiredToken = (maximum: number) => text(maximum, 'required').check(z.trim(), z.minLength(1, 'required'));

/** Prose of several lines. */
export const freeText = (maximum: number) => requiredToken(maximum);

/** Prose kept as it is written, with its spaces. */
export const writtenText = (maximum: number) => text(maximum, 'invalid');

/** Prose that may be left out, or what is searched for. */
export const optionalText = (maximum: number, error?: string, tooLong?: string) =>
  text(maximum, error, tooLong).check(z.trim());

/** A typed detail that a service reads by rules of its own, such as a bank’s number; it may be left out. */
export const optionalDetail = (maximum: number) => z.optional(text(maximum, 'invalid'));

/** A title or a name of something, on one line. */
export const titleLine = (maximum: number) => optionalLine(maximum).check(z.minLength(1, 'required'));

/** A code that people spell as they like: spaces, dashes and letters become those of `spelling`. */
export const spelledCode = (maximum: number, spelling: (typed: string) => string, pattern: RegExp, error: string) =>
  text(maximum, 'required', error).check(z.overwrite(spelling), z.minLength(1, 'required'), z.regex(pattern, error));

/** A coupon as typed at checkout; empty for none. */
export const couponCode = text(40).check(z.overwrite(normalizeCouponCode));

/** A mailed code or one of an authenticator app. */
export const typedCode = (maximum: number, error?: string) =>
  text(maximum, 'required', error).check(z.overwrite(cleanCode), z.minLength(1, 'required'));

/** One line that is safe in an email to an unverified address, such as an order's number. */
export const plainLine = (maximum: number) =>
  text(maximum, 'required').check(
    z.overwrite(cleanName),
    z.minLength(1, 'required'),
    z.refine((line) => !looksLikeLink(line), 'plain_line'),
  );

/** A name on one line, or nothing. Unlike `plainLine` it may be `Booking.com`: emails unlink it. */
export const optionalLine = (maximum: number) =>
  text(maximum).check(
    z.overwrite(cleanName),
    z.refine((line) => !isUnsafeLine(line), 'plain_line'),
  );

const nameLine = (maximum: number) => plainLine(maximum).check(z.refine(isName, 'person_name'));

export const personName = nameLine(80);

/** The second part of a name, which people with one name leave empty. */
export const lastName = text(80, 'required').check(
  z.overwrite(cleanName),
  z.refine((name) => name === '' || !looksLikeLink(name), 'plain_line'),
  z.refine((name) => name === '' || isName(name), 'person_name'),
);

export const nameFields = { first_name: personName, last_name: lastName };

/** A name in Latin letters, as in a passport; people whose name has no others leave it empty. */
export const latinName = optionalLine(161).check(
  z.refine((name) => name === '' || (isLatin(name) && isName(name) && !looksLikeLink(name)), 'latin_name'),
);

export const fullNameText = nameLine(161);

/** A person's name as it fits a bank's file. */
export const payeeName = nameLine(70);

/** A firm's name, which may be a number, such as `4711`; empty for a private buyer. */
export const companyName = optionalLine(160).check(
  z.refine((name) => name === '' || /[\p{L}\p{N}]/u.test(name), 'company_letters'),
);

/** A new password. The server also rejects common and breached ones. */
export const newPassword = text(passwordMaximumLength, 'required', 'password_long').check(
  z.minLength(1, 'required'),
  z.minLength(passwordMinimumLength, 'password_short'),
);

export const repeatedPassword = text(1024, 'required').check(z.minLength(1, 'required'));

/** A password typed to sign in. Its errors reveal no rules, but its length is bounded. */
export const enteredPassword = text(1024, 'required').check(z.minLength(1, 'required'));

export const countryCode = formatted(2, /^[A-Z]{2}$/, 'required');

/** A checkbox that must be ticked. Checkboxes are sent as 0 or 1, as text in multipart. */
export const requiredCheckbox = (message: string) =>
  z.pipe(
    z.transform((value) => (value === 1 || value === '1' || value === true || value === 'true' ? 1 : 0)),
    z.literal(1, message),
  );

export const optionalCheckbox = z._default(
  z.pipe(
    z.transform((value): 0 | 1 => (value === 1 || value === '1' || value === true || value === 'true' ? 1 : 0)),
    z.union([z.literal(0), z.literal(1)]),
  ),
  0,
);

export const captcha = text(8192, 'captcha', 'captcha').check(z.minLength(1, 'captcha'));

/** For forms that require the captcha only after too many attempts. */
export const optionalCaptcha = z.optional(text(8192, 'captcha', 'captcha'));

export const opaqueId = formatted(64, /^[A-Za-z0-9_-]{1,64}$/, 'not_found', 'required');

/** Start of a page: the row's time in microseconds, and the row's id. */
export const pageCursor = text(240).check(z.refine(isCursor, 'invalid'));

function isCursor(text: string): boolean {
  return /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z~./.test(text) && isExistingMoment(`${text.slice(0, 23)}Z`);
}

const existing = (maximum: number, error: string, exists: (text: string) => boolean) =>
  text(maximum, error).check(z.refine(exists, error));

/** A date of the calendar, `2026-03-11`. */
export const calendarDay = existing(10, 'invalid', isExistingDate);

/** As `calendarDay`, for a form that must be filled in. */
export const requiredDay = existing(10, 'required', isExistingDate);

/** `2026-11`. */
export const calendarMonth = existing(7, 'invalid', (month) => isExistingDate(`${month}-01`));

/** A minute in UTC, `2026-11-22T14:30`. */
export const calendarMinute = existing(16, 'required', (minute) => isExistingMoment(`${minute}:00.000Z`));

/** The random id that a browser keeps if its user allowed attribution, or ordered or voted without signing in. */
export const browserSessionId = z.optional(token(128));
