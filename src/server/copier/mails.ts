import { pathTo } from '#routes.ts';
import { type AccountName, accountName } from '#server/accounts/mails.ts';
import { linkBlock, type MailTemplates, tableBlock, textBlock } from '#server/core/mail/layout.ts';
import type { DisarmReason } from '#shared/copier/copy-link.ts';

export type CopierMailValues = {
  /** Thor has stopped copying to these followers; at least one. */
  'copier-stopped': {
    readonly accounts: readonly (AccountName & { readonly platformAccountId: string })[];
    readonly reason: DisarmReason;
  };
};

export const copierTemplates: MailTemplates<CopierMailValues> = {
  'copier-stopped': ({ accounts, reason }, setting) => {
    const { t, url, locale } = setting;
    const [first] = accounts;
    const isOne = accounts.length === 1;
    return {
      subject:
        isOne && first
          ? setting.title('copier_stopped', { account: accountName(first, setting) })
          : t('copier_stopped_several_subject'),
      blocks: [
        textBlock(t(chooseLead(reason, isOne))),
        tableBlock([
          ...accounts.map((account) => ({
            label: isOne ? t('ready_account') : accountName(account, setting),
            value: account.platformAccountId,
          })),
          { label: t('conduct_reason'), value: t(`copier_reason_${reason}`) },
        ]),
        linkBlock(t('copier_stopped_link'), url(pathTo('copier', {}, locale))),
      ],
    };
  },
};

function chooseLead(reason: DisarmReason, isOne: boolean) {
  if (reason === 'daily-stop') return isOne ? 'copier_stopped_flat' : 'copier_stopped_several_flat';
  if (reason === 'account-over') return isOne ? 'copier_stopped_over' : 'copier_stopped_several_over';
  return isOne ? 'copier_stopped_lead' : 'copier_stopped_several_lead';
}
