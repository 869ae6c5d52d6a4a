import type { DisarmReason } from '../../domain/copier/copy-link.ts';
import { pathTo } from '../../routes.ts';
import { type AccountName, accountName } from './account-templates.ts';
import type { MailContent } from './layout.ts';
import type { MailContext } from './mail-context.ts';

export type CopierMailValues = {
  /** A follower of Thor is no longer copied to. */
  'copier-stopped': AccountName & {
    readonly firstName: string;
    readonly platformAccountId: string;
    readonly reason: DisarmReason;
  };
};

type Templates = {
  readonly [Name in keyof CopierMailValues]: (values: CopierMailValues[Name], setting: MailContext) => MailContent;
};

export const copierTemplates: Templates = {
  'copier-stopped': (values, setting) => {
    const { t, url, locale } = setting;
    const account = accountName(values, setting);
    return {
      subject: t('copier_stopped_subject', { account }),
      greeting: t('greeting', { name: values.firstName }),
      blocks: [
        { kind: 'text', text: t(values.reason === 'own-stop' ? 'copier_stopped_flat' : 'copier_stopped_lead') },
        {
          kind: 'table',
          rows: [
            { label: t('ready_account'), value: values.platformAccountId },
            { label: t('conduct_reason'), value: t(`copier_reason_${values.reason}`) },
          ],
        },
        { kind: 'link', text: t('copier_stopped_link'), href: url(pathTo('copier', {}, locale)) },
      ],
    };
  },
};
