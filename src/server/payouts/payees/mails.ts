import { pathTo } from '#routes.ts';
import type { MailTemplates } from '#server/core/mail/layout.ts';
import type { DestinationKind } from '#shared/payouts/payees/destination.ts';
import type { IdentityReason } from '#shared/payouts/payees/identity-check.ts';

export type PayeeValues = {
  /** A payout destination was added or removed. */
  'payout-destination': {
    readonly firstName: string;
    readonly change: 'added' | 'removed';
    readonly kind: DestinationKind;
    readonly masked: string;
    readonly usableAt: number;
  };
  /** The result of an identity check. */
  'identity-result': {
    readonly firstName: string;
    readonly status: 'approved' | 'declined' | 'retry' | 'expired';
    readonly reason: IdentityReason | null;
  };
  /** To staff, in English: someone must review a match. */
  'sanctions-staff': { readonly checkId: string; readonly personId: string; readonly score: number | null };
  /** The agreement as it was signed. */
  'agreement-copy': {
    readonly firstName: string;
    readonly title: string;
    readonly blocks: readonly { readonly kind: 'heading' | 'paragraph'; readonly text: string }[];
    readonly signedName: string;
    readonly signedAt: number;
    readonly version: string;
    readonly sha256: string;
  };
};

export const payeesTemplates: MailTemplates<PayeeValues> = {
  'payout-destination': ({ firstName, change, kind, masked, usableAt }, { t, title, url, locale, moment }) => ({
    subject: title(`destination_${change}`),
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

  'identity-result': ({ firstName, status, reason }, { t, title, url, locale }) => ({
    subject: title(`identity_${status}`),
    greeting: t('greeting', { name: firstName }),
    blocks: [
      { kind: 'text', text: t(`identity_${status}_lead`) },
      ...(reason === null ? [] : [{ kind: 'text', text: t(`identity_reason_${reason}`) } as const]),
      { kind: 'link', text: t('identity_link'), href: url(pathTo('payoutVerification', {}, locale)) },
    ],
  }),

  'sanctions-staff': ({ checkId, personId, score }, { t }) => ({
    subject: t('sanctions_subject'),
    greeting: t('greeting_plain'),
    blocks: [
      { kind: 'text', text: t(score === null ? 'sanctions_no_list' : 'sanctions_lead') },
      {
        kind: 'table',
        rows: [
          { label: t('sanctions_check'), value: checkId },
          { label: t('sanctions_person'), value: personId },
          ...(score === null ? [] : [{ label: t('sanctions_score'), value: score.toFixed(3) }]),
        ],
      },
    ],
  }),

  'agreement-copy': (values, { t, url, locale, moment }) => ({
    subject: t('agreement_subject', { title: values.title }),
    greeting: t('greeting', { name: values.firstName }),
    blocks: [
      { kind: 'text', text: t('agreement_lead') },
      {
        kind: 'table',
        rows: [
          { label: t('agreement_signed_by'), value: values.signedName },
          { label: t('agreement_signed_at'), value: moment(values.signedAt) },
          { label: t('agreement_version'), value: values.version },
          { label: 'SHA-256', value: values.sha256 },
        ],
      },
      { kind: 'link', text: t('agreement_link'), href: url(pathTo('payoutVerification', {}, locale)) },
      { kind: 'text', text: values.title },
      ...values.blocks.map(({ kind, text }) => ({ kind: kind === 'heading' ? 'text' : 'note', text }) as const),
    ],
  }),
};
