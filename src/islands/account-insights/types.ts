import type yours from '../../../public/locales/en/account-insights.json';
import type calls from '../../../public/locales/en/calls.json';
import type { Locale } from '../../i18n/locales.ts';
import type { KeyOf, Translate } from '../../i18n/translate.ts';
import type { Account } from '../../stores/accounts.ts';
import type { ToastKey } from '../../stores/toasts.ts';

type AnswerStrings = typeof yours;

/** The strings and settings in the page's markup. */
export type InsightStrings = {
  readonly strings: AnswerStrings;
  readonly calls: Pick<typeof calls, ToastKey>;
  readonly programmeNames: Readonly<Record<Account['programme'], string>>;
  readonly topic: string;
  readonly locale: Locale;
};

export type InsightTranslate = Translate<KeyOf<AnswerStrings>>;
