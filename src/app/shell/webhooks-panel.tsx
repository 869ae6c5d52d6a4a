import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { formatMoment } from '#lib/format-date-time.ts';
import type strings from '#locales/en/webhooks.json';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { DataTable } from '#ui/data-table.tsx';
import { Form } from '#ui/form.tsx';
import { RetryAlert } from '#ui/retry-alert.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { TextInput } from '#ui/text-input.tsx';
import { createTexts } from './create-texts.tsx';
import { copyText } from './stores/copy-text.ts';
import type { Webhooks, WebhooksData } from './stores/webhooks.ts';
import { useForm } from './use-form.ts';
import styles from './webhooks-panel.module.css';

export type WebhookStrings = typeof strings;

export const { TextsProvider: WebhookTextsProvider, useTexts } = createTexts<WebhookStrings>();

type PanelProps = {
  readonly webhooks: Webhooks;
  /** Which addresses are allowed. */
  readonly hint: string;
};

export function WebhooksPanel({ webhooks, hint }: PanelProps) {
  const { strings } = useTexts();
  const { status, data } = useStore(webhooks.$webhooks);
  const secret = useStore(webhooks.$secret);
  useEffect(() => void webhooks.$webhooks.load(), [webhooks]);
  return (
    <>
      {secret !== null && (
        <Alert
          kind="success"
          title={strings.secret_title}
          actions={<Button label={strings.copy} variant="outline" size="small" onClick={() => void copyText(secret)} />}
        >
          {strings.secret_text} <code className={styles.code}>{secret}</code>
        </Alert>
      )}
      {status === 'loading' && (
        <div role="status">
          <span className="visually-hidden">{strings.loading}</span>
          <Skeleton shape="control" />
        </div>
      )}
      {status === 'failed' && (
        <RetryAlert action={strings.retry} onRetry={webhooks.$webhooks.load}>
          {strings.load_failed}
        </RetryAlert>
      )}
      {status === 'ready' && <Endpoint key={data.endpoint?.url} {...{ webhooks, hint }} endpoint={data.endpoint} />}
      {status === 'ready' && data.endpoint !== null && <MessageLog deliveries={data.deliveries} />}
    </>
  );
}

type EndpointProps = Pick<PanelProps, 'webhooks' | 'hint'> & Pick<WebhooksData, 'endpoint'>;

function Endpoint({ webhooks, hint, endpoint }: EndpointProps) {
  const { strings, t, locale } = useTexts();
  const [form] = useState(() => webhooks.createForm(endpoint?.url ?? ''));
  const { busy, field } = useForm(form);
  const isBusy = useStore(webhooks.$busy);
  return (
    <>
      <Form className={`stack ${styles.form}`} onSubmit={form.submit}>
        <TextInput label={strings.url} hint={hint} {...field('url')} type="url" maxLength={500} spellCheck={false} />
        <Button label={strings.save} type="submit" variant="outline" size="small" busy={busy} />
      </Form>
      {endpoint !== null && (
        <div className="cluster">
          <Button label={strings.test} size="small" busy={isBusy} onClick={() => void webhooks.test()} />
          <Button
            label={strings.rotate}
            variant="outline"
            size="small"
            busy={isBusy}
            onClick={() => void webhooks.rotate()}
          />
          <Button
            label={strings.remove}
            variant="danger"
            size="small"
            busy={isBusy}
            onClick={() => void webhooks.remove()}
          />
        </div>
      )}
      {endpoint?.formerSecretUntil != null && (
        <p className={styles.note}>{t('former', { moment: formatMoment(endpoint.formerSecretUntil, locale) })}</p>
      )}
    </>
  );
}

type Delivery = WebhooksData['deliveries'][number];

function MessageLog({ deliveries }: { readonly deliveries: WebhooksData['deliveries'] }) {
  const { strings, t, locale } = useTexts();
  const answerOf = ({ statusCode, failure }: Delivery) => {
    if (failure !== null) return strings[`${failure}`];
    return statusCode === null ? strings.none : String(statusCode);
  };
  const stateOf = ({ status, nextAttemptAt }: Delivery) =>
    status === 'waiting' ? t('waiting', { moment: formatMoment(nextAttemptAt ?? 0, locale) }) : strings[`${status}`];
  return (
    <DataTable
      showCaption
      caption={strings.log}
      rows={deliveries}
      rowKey={({ id }) => id}
      empty={<p className="muted">{strings.empty}</p>}
      columns={[
        {
          header: strings.type,
          isRowHeader: true,
          cell: ({ type, createdAt, body }) => (
            <>
              {type}
              <span className={styles.note}> {formatMoment(createdAt, locale)}</span>
              <details className={styles.note}>
                <summary>{strings.body}</summary>
                <code className={styles.code}>{body}</code>
              </details>
            </>
          ),
        },
        { header: strings.attempts, align: 'end', cell: ({ attempts }) => String(attempts) },
        { header: strings.answer, cell: answerOf },
        { header: strings.status, cell: stateOf },
      ]}
    />
  );
}
