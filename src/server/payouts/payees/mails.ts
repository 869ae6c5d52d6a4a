import { pathTo } from '#routes.ts';
import { linkBlock, type MailTemplates, noteBlock, tableBlock, textBlock } from '#server/core/mail/layout.ts';
import type { DestinationKind } from '#shared/payouts/payees/destination.ts';
import type { IdentityReason } from '#shared/payouts/payees/identity-check.ts';

export type PayeeValues = {
  'payout-destination': {
    readonly change: 'added' | 'removed';
    readonly kind: DestinationKind;
    readonly masked: string;
    readonly usableAt: number;
  };
  'identity-result': {
    readonly status: 'approved' | 'declined' | 'retry' | 'expired';
    readonly reason: IdentityReason | null;
  };
  /** To staff, in English: someone must review a match. */
  'sanctions-staff': { readonly checkId: string; readonly personId: string; readonly score: number | null };
  /** The agreement as it was signed. */
  'agreement-copy': {
    readonly title: string;
    readonly blocks: readonly { readonly kind: 'heading' | 'paragraph'; readonly text: string }[];
    readonly signedName: string;
    readonly signedAt: number;
    readonly version: string;
    readonly sha256: string;
  };
};

export const payeesTemplates: MailTemplates<PayeeValues> = {
  'payout-destination': ({ change, kind, masked, usableAt }, { t, title, url, locale, moment }) => ({
    subject: title(`destination_${change}`),
    blocks: [
      textBlock(t(`destination_${change}_lead`)),
      tableBlock([
        { label: t(`destination_${kind}`), value: masked },
        ...(change === 'added' ? [{ label: t('destination_usable'), value: moment(usableAt) }] : []),
      ]),
      linkBlock(t('destination_link'), url(pathTo('payoutVerification', {}, locale))),
      noteBlock(t('security_note')),
    ],
  }),

  'identity-result': ({ status, reason }, { t, title, url, locale }) => ({
    subject: title(`identity_${status}`),
    blocks: [
      textBlock(t(`identity_${status}_lead`)),
      ...(reason === null ? [] : [textBlock(t(`identity_reason_${reason}`))]),
      linkBlock(t('identity_link'), url(pathTo('payoutVerification', {}, locale))),
    ],
  }),

  'sanctions-staff': ({ checkId, personId, score }, { t }) => ({
    subject: t('sanctions_subject'),
    blocks: [
      textBlock(t(score === null ? 'sanctions_no_list' : 'sanctions_lead')),
      tableBlock([
        { label: t('sanctions_check'), value: checkId },
        { label: t('sanctions_person'), value: personId },
        ...(score === null ? [] : [{ label: t('sanctions_score'), value: score.toFixed(3) }]),
      ]),
    ],
  }),

  'agreement-copy': (values, { t, url, locale, moment }) => ({
    subject: t('agreement_subject', { title: values.title }),
    blocks: [
      textBlock(t('agreement_lead')),
      tableBlock([
        { label: t('agreement_signed_by'), value: values.signedName },
        { label: t('agreement_signed_at'), value: moment(values.signedAt) },
        { label: t('agreement_version'), value: values.version },
        { label: 'SHA-256', value: values.sha256 },
      ]),
      linkBlock(t('agreement_link'), url(pathTo('payoutVerification', {}, locale))),
      textBlock(values.title),
      ...values.blocks.map(({ kind, text }) => (kind === 'heading' ? textBlock(text) : noteBlock(text))),
    ],
  }),
};
