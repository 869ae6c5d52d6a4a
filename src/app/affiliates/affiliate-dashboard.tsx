import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import type { IslandProps } from '#app/shell/define-island.tsx';
import { type WebhookStrings, WebhooksPanel, WebhookTextsProvider } from '#app/shell/webhooks-panel.tsx';
import { formatShare, formatWhole } from '#i18n/format.ts';
import type affiliate from '#locales/en/affiliate.json';
import { pathTo } from '#routes.ts';
import { postbackMacros } from '#shared/messages/webhook.ts';
import page from '#ui/account-page.module.css';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { Form } from '#ui/form.tsx';
import { RetryAlert } from '#ui/retry-alert.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { Tabs } from '#ui/tabs.tsx';
import styles from './affiliate.module.css';
import { Balances } from './balances.tsx';
import { Commissions } from './commissions.tsx';
import { CouponPanel } from './coupon-panel.tsx';
import { CreativesPanel } from './creatives-panel.tsx';
import { DaysCard } from './days-card.tsx';
import { LinkCard } from './link-card.tsx';
import { Links } from './links.tsx';
import { PayoutsCard } from './payouts-card.tsx';
import {
  $affiliate,
  type AffiliateData,
  type NewAgreement as Agreement,
  createAgreementForm,
  saveCommissions,
} from './stores/affiliate.ts';
import { postbacks } from './stores/postbacks.ts';
import { defineIsland, useTexts } from './texts.ts';

export const AffiliateDashboardIsland = defineIsland({ route: 'affiliateDashboard', screen: Dashboard });

type DashboardProps = IslandProps<typeof affiliate> & { readonly webhookStrings: WebhookStrings };

function Dashboard({ webhookStrings, locale }: DashboardProps) {
  const { strings } = useTexts();
  const state = useStore($affiliate);
  useEffect(() => void $affiliate.load(), []);
  const isAffiliate = state.status === 'ready' && state.data.affiliate !== null;
  return (
    <div className={page.page}>
      <header className="cluster">
        <h1 className={page.title}>{strings.title}</h1>
        {isAffiliate && (
          <Button label={strings.csv} variant="outline" size="small" onClick={() => void saveCommissions()} />
        )}
      </header>
      {state.status === 'loading' && <Skeleton shape="row" count={10} />}
      {state.status === 'failed' && (
        <RetryAlert title={strings.failed_title} action={strings.retry} onRetry={$affiliate.load} />
      )}
      {state.status === 'ready' && (
        <WebhookTextsProvider strings={webhookStrings} locale={locale}>
          <Body data={state.data} />
        </WebhookTextsProvider>
      )}
    </div>
  );
}

function Body({ data: { status, affiliate, terms, newAgreement } }: { readonly data: AffiliateData }) {
  const { strings, locale } = useTexts();
  if (affiliate === null) {
    return (
      <EmptyState
        title={status === 'pending' ? strings.pending_title : strings.none_title}
        text={status === 'pending' ? strings.pending_text : strings.none_text}
        action={status !== 'pending' && <Button label={strings.apply_here} href={pathTo('affiliate', {}, locale)} />}
      />
    );
  }
  return (
    <>
      {affiliate.isSample && <Alert>{strings.sample}</Alert>}
      {newAgreement && <NewAgreement agreement={newAgreement} />}
      <Balances balances={affiliate.balances} terms={terms} />
      <div className={`stack ${styles.columns}`}>
        <LinkCard affiliate={affiliate} />
        <div className={`stack ${styles.column}`}>
          <PayoutsCard />
          <DaysCard days={affiliate.days} from={affiliate.from} />
          <Card as="section" padding="none" aria-label={strings.earned_title}>
            <Tabs
              label={strings.earned_title}
              tabs={[
                {
                  key: 'commissions',
                  label: strings.commissions_title,
                  content: () => <Commissions commissions={affiliate.commissions} />,
                },
                { key: 'links', label: strings.links_title, content: () => <Links links={affiliate.links} /> },
              ]}
            />
          </Card>
        </div>
        <Card as="section" padding="none" aria-label={strings.tools_title}>
          <Tabs
            label={strings.tools_title}
            tabs={[
              {
                key: 'coupon',
                label: strings.coupon_title,
                content: () => <CouponPanel affiliate={affiliate} terms={terms} />,
              },
              { key: 'creatives', label: strings.creatives_tab, content: () => <CreativesPanel /> },
              { key: 'postbacks', label: strings.postback_title, content: () => <Postbacks /> },
            ]}
          />
        </Card>
      </div>
      <p className="muted small">{strings.disclosure}</p>
    </>
  );
}

const example = '?cid={click_id}&sum={amount}&event={type}';

function Postbacks() {
  const { t } = useTexts();
  const hint = t('postback_url_hint', { example, names: postbackMacros.join(', ') });
  return (
    <div className={`stack ${styles.form}`}>
      <p className="muted">{t('postback_text', { standard: 'Standard Webhooks' })}</p>
      <WebhooksPanel webhooks={postbacks} hint={hint} />
    </div>
  );
}

/** The terms in force, which the affiliate hasn't accepted yet. */
function NewAgreement({ agreement: { version, terms } }: { readonly agreement: Agreement }) {
  const { strings, t, locale } = useTexts();
  const [form] = useState(() => createAgreementForm(version));
  const { busy } = useStore(form.$form);
  const share = formatShare(terms.shareBps, locale);
  const minimum = formatWhole(terms.minimumPayoutCents, locale);
  return (
    <Form onSubmit={form.submit}>
      <Alert
        title={strings.agreement_title}
        actions={
          <>
            <Button label={t('agreement_accept', { version })} type="submit" busy={busy} />
            <Button label={strings.agreement_read} variant="outline" href={pathTo('affiliateAgreement', {}, locale)} />
          </>
        }
      >
        {t('agreement_text', { version, share, days: terms.pendingDays, minimum })}
      </Alert>
    </Form>
  );
}
