import type { ToastKey } from '#app/shell/stores/toasts.ts';
import type { Locale } from '#i18n/locales.ts';
import type { KeyOf, Translate } from '#i18n/translate.ts';
import type yours from '#locales/en/account-insights.json';
import type calls from '#locales/en/calls.json';
import type { Account } from '../stores/accounts.ts';

type AnswerStrings = typeof yours;

/** The strings and settings in the page's markup. */
export type InsightStrings = {
  readonly strings: AnswerStrings;
  readonly calls: Pick<typeof calls, ToastKey>;
  readonly programNames: Readonly<Record<Account['program'], string>>;
  readonly topic: string;
  readonly locale: Locale;
};

export type InsightTranslate = Translate<KeyOf<AnswerStrings>>;
