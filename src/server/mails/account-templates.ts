import type { Breach } from '../../domain/account/state.ts';
import { pathTo } from '../../routes.ts';
import type { MailContent } from './layout.ts';
import type { MailSetting } from './mail-context.ts';

export type AccountName = { readonly programme: 'classic' | 'ascension' | 'merit' | 'premium'; readonly size: string };

export type AccountNewsKind =
  | 'passed'
  | 'breached'
  | 'locked'
  | 'corrected'
  | 'reset'
  | 'funded'
  | 'live'
  | 'cancelled'
  | 'expired'
  | 'disputed'
  | 'suspended'
  | 'resumed';

export type AccountValues = {
  /** What happened to an account; a breach comes with its numbers. */
  'account-news': AccountName & {
    readonly kind: AccountNewsKind;
    readonly firstName: string;
    readonly platformAccountId: string;
    readonly breach: Breach | null;
  };
};

type Templates = {
  readonly [Name in keyof AccountValues]: (values: AccountValues[Name], setting: MailSetting) => MailContent;
};

export function accountName({ programme, size }: AccountName, { t }: MailSetting): string {
  return `${t(`programme_${programme}`)} ${size}`;
}

export const accountTemplates: Templates = {
  'account-news': (values, setting) => {
    const { t, url, locale } = setting;
    const { kind, breach, firstName, platformAccountId } = values;
    const account = accountName(values, setting);
    const facts = breach === null ? [] : factsOf(breach, setting);
    return {
      subject: t(`news_${kind}_subject`, { account }),
      greeting: t('greeting', { name: firstName }),
      blocks: [
        { kind: 'text', text: t(`news_${kind}_lead`, { account }) },
        { kind: 'table', rows: [{ label: t('ready_account'), value: platformAccountId }, ...facts] },
        { kind: 'link', text: t('ready_link'), href: url(pathTo('myAccount', {}, locale)) },
        { kind: 'note', text: t('news_note') },
      ],
    };
  },
};

function factsOf({ rule, at, floorCents, equityCents }: Breach, { t, money, moment }: MailSetting) {
  return [
    { label: t('news_rule'), value: t(`news_rule_${rule}`) },
    { label: t('news_moment'), value: moment(at) },
    { label: t('news_floor'), value: money(floorCents) },
    { label: t('news_equity'), value: money(equityCents) },
  ];
}
