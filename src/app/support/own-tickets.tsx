import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { currentLocale, goTo } from '#app/shell/stores/navigation.ts';
import { keepForm } from '#app/shell/stores/saved-form.ts';
import { useForm } from '#app/shell/use-form.ts';
import { formatDateTime } from '#lib/format-date-time.ts';
import { pathTo } from '#routes.ts';
import type { ClaimTexts } from '#shared/support/claims.ts';
import { Button } from '#ui/button.tsx';
import { classNames } from '#ui/class-names.ts';
import { Form } from '#ui/form.tsx';
import { RetryAlert } from '#ui/retry-alert.tsx';
import { Select } from '#ui/select.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { AttachmentsField } from './attachments-field.tsx';
import styles from './contact.module.css';
import { MessageField, TopicField } from './message-fields.tsx';
import { Claims, useClaims } from './own-claims.tsx';
import { fillInTargetAccount } from './stores/contact.ts';
import { $subjects, $tickets, createTicketForm, createUploads, loadTickets } from './stores/tickets.ts';
import { useTexts } from './texts.ts';
import { TicketBadge } from './ticket-badge.tsx';

const openConversation = (id: string) => goTo(`${pathTo('contact', {}, currentLocale())}?ticket=${id}`);

/** The form for a signed-in person: a topic and files, but no name, address or captcha. */
function TicketForm() {
  const { strings } = useTexts();
  const [uploads] = useState(() => createUploads(undefined));
  const [form] = useState(() => createTicketForm(uploads, openConversation));
  const { values, errors, busy, field } = useForm(form);
  const { data } = useStore($subjects);
  const subjects = data?.subjects ?? [];
  useEffect(() => fillInTargetAccount(form, strings.about_account), [form, strings]);
  // Runs afterward, because what the person typed takes precedence over what the link suggests.
  useEffect(() => keepForm(form, ['topic', 'message']), [form]);
  const submit = () => {
    form.set('attachmentIds', uploads.listIds());
    return form.submit();
  };
  const keyOf = ({ kind, id }: { readonly kind: string; readonly id: string }) => `${kind}:${id}`;
  return (
    <Form className={styles.form} onSubmit={submit}>
      <h2>{strings.title}</h2>
      <div className="halves">
        <TopicField {...field('topic')} />
        <Select
          label={strings.about}
          name="about"
          note={strings.optional}
          value={values.about ? keyOf(values.about) : ''}
          error={errors.about?.[0]}
          options={[
            { value: '', label: strings.about_nothing },
            ...subjects.map((subject) => ({
              value: keyOf(subject),
              label: `${strings[`about_${subject.kind}`]} ${subject.name}`,
            })),
          ]}
          onChange={({ target }) => {
            const subject = subjects.find((each) => keyOf(each) === target.value);
            form.set('about', subject && { kind: subject.kind, id: subject.id });
          }}
        />
      </div>
      <MessageField {...field('message')} />
      <AttachmentsField uploads={uploads} error={errors.attachmentIds?.[0]} />
      <div className="cluster">
        <Button label={strings.send} type="submit" busy={busy} />
        <span className="muted small">{strings.own_copy}</span>
      </div>
    </Form>
  );
}

export function OwnTickets({ claimTexts }: { readonly claimTexts: ClaimTexts }) {
  const { strings, locale } = useTexts();
  const state = useStore($tickets);
  const claims = useClaims();
  useEffect(() => void loadTickets(), []);
  return (
    <div className={classNames(styles.own, state.status === 'loading' && styles.loading)}>
      <TicketForm />
      {state.status === 'loading' && <Skeleton shape="row" count={3} />}
      {state.status === 'failed' && (
        <RetryAlert title={strings.list_failed} action={strings.retry} onRetry={loadTickets} />
      )}
      {state.status === 'ready' && state.data.tickets.length > 0 && (
        <section aria-labelledby="own-tickets" className={styles.section}>
          <h2 id="own-tickets">{strings.list_title}</h2>
          <ul className={styles.list}>
            {state.data.tickets.map(({ id, number, subject, status, changedAt }) => (
              <li key={id} className={styles.ticket}>
                <a href={`${pathTo('contact', {}, locale)}?ticket=${id}`} className="breakable strong">
                  {subject}
                </a>
                <TicketBadge status={status} />
                <span className={`muted text-14 tabular ${styles.meta}`}>
                  {number} · {formatDateTime(changedAt, locale, { dateStyle: 'medium', timeStyle: 'short' })}
                </span>
              </li>
            ))}
          </ul>
        </section>
      )}
      {claims.length > 0 && (
        <section aria-labelledby="own-claims" className={styles.section}>
          <h2 id="own-claims">{claimTexts.list_claims}</h2>
          <Claims locale={locale} texts={claimTexts} claims={claims} />
        </section>
      )}
    </div>
  );
}
