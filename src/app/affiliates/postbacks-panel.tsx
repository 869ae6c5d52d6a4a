import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { useForm } from '#app/shell/use-form.ts';
import { formatMoment } from '#lib/format-date-time.ts';
import { postbackMacros } from '#shared/affiliates/postback.ts';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { DataTable } from '#ui/data-table.tsx';
import { Form } from '#ui/form.tsx';
import { TextInput } from '#ui/text-input.tsx';
import styles from './affiliate.module.css';
import { copyText } from './stores/affiliate.ts';
import {
  $postbackBusy,
  $postbackSecret,
  $postbacks,
  type AffiliatePostbacks,
  createPostbackForm,
  type PostbackDelivery,
  removePostbacks,
  rotateSecret,
  sendTest,
} from './stores/postbacks.ts';
import { useTexts } from './texts.ts';

const example = '?cid={click_id}&sum={amount}&event={type}';

export function PostbacksPanel() {
  const { strings, t } = useTexts();
  const state = useStore($postbacks);
  const secret = useStore($postbackSecret);
  useEffect(() => void $postbacks.load(), []);
  return (
    <div className={`stack ${styles.form}`}>
      <p className="muted">{t('postback_text', { standard: 'Standard Webhooks' })}</p>
      {secret !== null && (
        <Alert
          kind="success"
          title={strings.postback_secret_title}
          actions={
            <Button label={strings.copy_coupon} variant="outline" size="small" onClick={() => void copyText(secret)} />
          }
        >
          {strings.postback_secret_text} <code className={styles.link}>{secret}</code>
        </Alert>
      )}
      {state.status === 'ready' && <Endpoint key={state.data.endpoint?.url} endpoint={state.data.endpoint} />}
      {state.status === 'ready' && state.data.endpoint !== null && <PostbackLog deliveries={state.data.deliveries} />}
    </div>
  );
}

function Endpoint({ endpoint }: Pick<AffiliatePostbacks, 'endpoint'>) {
  const { strings, t, locale } = useTexts();
  const [form] = useState(() => createPostbackForm(endpoint?.url ?? ''));
  const { busy, field } = useForm(form);
  const isBusy = useStore($postbackBusy);
  return (
    <>
      <Form className={`stack ${styles.form}`} onSubmit={form.submit}>
        <TextInput
          label={strings.postback_url}
          hint={t('postback_url_hint', { example, names: postbackMacros.join(', ') })}
          {...field('url')}
          type="url"
          maxLength={500}
          spellCheck={false}
        />
        <Button label={strings.postback_save} type="submit" variant="outline" size="small" busy={busy} />
      </Form>
      {endpoint !== null && (
        <div className="cluster">
          <Button label={strings.postback_test} size="small" busy={isBusy} onClick={() => void sendTest()} />
          <Button
            label={strings.postback_rotate}
            variant="outline"
            size="small"
            busy={isBusy}
            onClick={() => void rotateSecret()}
          />
          <Button
            label={strings.postback_remove}
            variant="danger"
            size="small"
            busy={isBusy}
            onClick={() => void removePostbacks()}
          />
        </div>
      )}
      {endpoint?.formerSecretUntil != null && (
        <p className={styles.note}>
          {t('postback_former', { moment: formatMoment(endpoint.formerSecretUntil, locale) })}
        </p>
      )}
    </>
  );
}

/** The latest messages, with their attempts and the responses. */
function PostbackLog({ deliveries }: { readonly deliveries: readonly PostbackDelivery[] }) {
  const { strings, t, locale } = useTexts();
  const answerOf = ({ statusCode, failure }: PostbackDelivery) => {
    if (failure !== null) return strings[`postback_${failure}`];
    return statusCode === null ? strings.none : String(statusCode);
  };
  const stateOf = ({ status, nextAttemptAt }: PostbackDelivery) =>
    status === 'waiting'
      ? t('postback_waiting', { moment: formatMoment(nextAttemptAt ?? 0, locale) })
      : strings[`postback_${status}`];
  return (
    <DataTable
      showCaption
      caption={strings.postback_log}
      rows={deliveries}
      rowKey={({ id }) => id}
      empty={<p className="muted">{strings.postback_empty}</p>}
      columns={[
        {
          header: strings.postback_type,
          isRowHeader: true,
          cell: ({ type, createdAt, body }) => (
            <>
              {type}
              <span className={styles.note}> {formatMoment(createdAt, locale)}</span>
              <details className={styles.note}>
                <summary>{strings.postback_body}</summary>
                <code className={styles.link}>{body}</code>
              </details>
            </>
          ),
        },
        { header: strings.postback_attempts, align: 'end', cell: ({ attempts }) => String(attempts) },
        { header: strings.postback_answer, cell: answerOf },
        { header: strings.status, cell: stateOf },
      ]}
    />
  );
}
