import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { formatDateTime } from '#lib/format-date-time.ts';
import { pathTo } from '#routes.ts';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { classNames } from '#ui/class-names.ts';
import { Skeleton } from '#ui/skeleton.tsx';
import styles from './contact.module.css';
import { $tickets, loadTickets } from './stores/tickets.ts';
import { useTexts } from './texts.ts';
import { TicketBadge } from './ticket-badge.tsx';
import { TicketForm } from './ticket-form.tsx';

/** The tickets of a signed-in person, and the form for a new one. */
export function OwnTickets() {
  const { strings, locale } = useTexts();
  const state = useStore($tickets);
  useEffect(() => void loadTickets(), []);
  return (
    <div className={classNames(styles.own, state.status === 'loading' && styles.loading)}>
      <TicketForm />
      {state.status === 'loading' && <Skeleton shape="row" count={3} />}
      {state.status === 'failed' && (
        <Alert
          kind="error"
          title={strings.list_failed}
          actions={
            <Button variant="outline" size="small" onClick={() => void loadTickets()}>
              {strings.retry}
            </Button>
          }
        />
      )}
      {state.status === 'ready' && state.value.length > 0 && (
        <section aria-labelledby="own-tickets" className={styles.section}>
          <h2 id="own-tickets">{strings.list_title}</h2>
          <ul className={styles.list}>
            {state.value.map(({ id, number, subject, status, changedAt }) => (
              <li key={id} className={styles.ticket}>
                <a href={`${pathTo('contact', {}, locale)}?ticket=${id}`} className={styles.subject}>
                  {subject}
                </a>
                <TicketBadge status={status} />
                <span className={styles.meta}>
                  {number} · {formatDateTime(changedAt, locale, { dateStyle: 'medium', timeStyle: 'short' })}
                </span>
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}
