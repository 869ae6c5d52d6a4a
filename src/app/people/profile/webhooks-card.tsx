import { type WebhookStrings, WebhooksPanel, WebhookTextsProvider } from '#app/shell/webhooks-panel.tsx';
import { pathTo } from '#routes.ts';
import { Card } from '#ui/card.tsx';
import { webhooks } from '../stores/webhooks.ts';
import { useTexts } from './texts.ts';

/** The trader's own webhook. */
export function WebhooksCard({ webhookStrings }: { readonly webhookStrings: WebhookStrings }) {
  const { strings, t, locale } = useTexts();
  return (
    <Card as="section" id="webhooks" title={strings.webhooks_title}>
      <div className="stack">
        <p className="muted">
          {t('webhooks_lead', { standard: 'Standard Webhooks' })}{' '}
          <a href={pathTo('faqDetail', { categoryId: '7', faqId: '198' }, locale)}>{strings.webhooks_examples}</a>
        </p>
        <WebhookTextsProvider strings={webhookStrings} locale={locale}>
          <WebhooksPanel webhooks={webhooks} hint={strings.webhooks_hint} />
        </WebhookTextsProvider>
      </div>
    </Card>
  );
}
