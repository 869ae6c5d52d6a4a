import type { Locale } from '#i18n/locales.ts';
import { formatBillingDate } from '#lib/billing-date.ts';
import { formatDateTime } from '#lib/format-date-time.ts';
import { formatMoney } from '#lib/money/format.ts';
import { unlink } from '#lib/person-name.ts';
import { getTranslate, type NotificationKind, type ServerTranslate } from '../translations.ts';

/** A template's tools: strings, absolute links, money and times in the reader's language. */
export type MailContext = {
  readonly locale: Locale;
  readonly t: ServerTranslate<'mail'>;
  /** The subject of a mail that says the same as a notification. */
  title(kind: NotificationKind, values?: Readonly<Record<string, string>>): string;
  readonly brand: string;
  readonly supportEmail: string;
  url(path: string): string;
  money(amountCents: number): string;
  /** Formats a time with its zone. */
  moment(at: number): string;
  /** Formats the date of a charge or another money event. */
  day(at: number): string;
};

/** Strangers choose names, also of people to whom they have us write. */
function unlinkName({ name }: { readonly name?: string | number }) {
  return typeof name === 'string' ? { name: unlink(name) } : {};
}

export function createMailContext(
  locale: Locale,
  firm: { brand: string; supportEmail: string; origin: string },
): MailContext {
  const dateTime = { dateStyle: 'long', timeStyle: 'short', timeZone: 'America/Chicago' } as const;
  const translate = getTranslate('mail', locale);
  const translateNotification = getTranslate('notification-messages', locale);
  return {
    locale,
    t: (key, values = {}) =>
      translate(key, { brand: firm.brand, support: firm.supportEmail, ...values, ...unlinkName(values) }),
    title: (kind, values) => translateNotification(`${kind}_title`, values),
    brand: firm.brand,
    supportEmail: firm.supportEmail,
    url: (path) => `${firm.origin}${path}`,
    money: (amountCents) => formatMoney(amountCents, locale),
    moment: (at) => `${formatDateTime(at, locale, dateTime)} (Chicago)`,
    day: (at) => formatBillingDate(at, locale),
  };
}
