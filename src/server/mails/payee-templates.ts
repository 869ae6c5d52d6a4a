import type { DestinationKind } from '../../domain/payee/destination.ts';
import { pathTo } from '../../routes.ts';
import type { MailContent } from './layout.ts';
import type { MailContext } from './mail-context.ts';

export type PayeeValues = {
  /** A payout destination was added or removed. */
  'payout-destination': {
    readonly firstName: string;
    readonly change: 'added' | 'removed';
    readonly kind: DestinationKind;
    readonly masked: string;
    readonly usableAt: number;
  };
};

type Templates = {
  readonly [Name in keyof PayeeValues]: (values: PayeeValues[Name], setting: MailContext) => MailContent;
};

export const payeeTemplates: Templates = {
  'payout-destination': ({ firstName, change, kind, masked, usableAt }, { t, url, locale, moment }) => ({
    subject: t(`destination_${change}_subject`),
    greeting: t('greeting', { name: firstName }),
    blocks: [
      { kind: 'text', text: t(`destination_${change}_lead`) },
      {
        kind: 'table',
        rows: [
          { label: t(`destination_${kind}`), value: masked },
          ...(change === 'added' ? [{ label: t('destination_usable'), value: moment(usableAt) }] : []),
        ],
      },
      { kind: 'link', text: t('destination_link'), href: url(pathTo('payoutVerification', {}, locale)) },
      { kind: 'note', text: t('security_note') },
    ],
  }),
};
