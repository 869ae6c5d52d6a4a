import { formatMoment } from '#lib/format-date-time.ts';
import { DataTable } from '#ui/data-table.tsx';
import styles from './affiliate.module.css';
import type { PostbackDelivery } from './stores/postbacks.ts';
import { useTexts } from './texts.ts';

/** The latest messages, with their attempts and the responses. */
export function PostbackLog({ deliveries }: { readonly deliveries: readonly PostbackDelivery[] }) {
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
          key: 'type',
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
        { key: 'attempts', header: strings.postback_attempts, align: 'end', cell: ({ attempts }) => String(attempts) },
        { key: 'answer', header: strings.postback_answer, cell: answerOf },
        { key: 'status', header: strings.status, cell: stateOf },
      ]}
    />
  );
}
