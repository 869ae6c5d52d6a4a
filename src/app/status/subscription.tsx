import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { FormCaptcha } from '#app/shell/captcha.tsx';
import { $session } from '#app/shell/stores/session.ts';
import { useForm } from '#app/shell/use-form.ts';
import { formatDateTime } from '#lib/format-date-time.ts';
import { Button } from '#ui/button.tsx';
import { Form } from '#ui/form.tsx';
import { TextInput } from '#ui/text-input.tsx';
import styles from './status.module.css';
import { $ownOutages, createStatusForm } from './stores/subscription.ts';
import { defineIsland, useTexts } from './texts.ts';

/** How outages affected the person's accounts, and the form to get mails about incidents. */
export const SubscriptionIsland = defineIsland({ route: 'status', screen: Subscription });

function Subscription() {
  return (
    <>
      <OwnOutages />
      <SubscriptionForm />
    </>
  );
}

function OwnOutages() {
  const { strings, locale } = useTexts();
  const { status } = useStore($session, { ssr: 'initial' });
  const { data } = useStore($ownOutages, { ssr: 'initial' });
  useEffect(() => {
    if (status === 'verified') void $ownOutages.refresh();
  }, [status]);
  if (!data || data.accounts.length === 0) return null;
  return (
    <section className={`stack ${styles.section}`} aria-labelledby="own-outages">
      <h2 id="own-outages">{strings.own_title}</h2>
      <ul className="stack gap-2">
        {data.accounts.map(({ incidentId, account, remedy, note, startedAt }) => (
          <li key={`${incidentId}-${account}`}>
            <strong>{account}</strong>, {formatDateTime(startedAt, locale, { dateStyle: 'medium' })}:{' '}
            {strings[`remedy_${remedy}`]}. <span lang="en">{note}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function SubscriptionForm() {
  const { strings, locale } = useTexts();
  const [form] = useState(createStatusForm);
  const { busy, field } = useForm(form);
  const [isTouched, setTouched] = useState(false);
  const submit = () => {
    setTouched(true);
    return form.submit();
  };
  return (
    <Form className={`stack ${styles.section}`} onSubmit={submit} onFocus={() => setTouched(true)}>
      <h2>{strings.subscribe_title}</h2>
      <p>{strings.subscribe_text}</p>
      <TextInput
        label={strings.subscribe_email}
        {...field('email')}
        type="email"
        autoComplete="email"
        maxLength={254}
      />
      <div>
        <Button label={strings.subscribe} type="submit" busy={busy} />
      </div>
      {/* Below the button, which would otherwise move away under a press. */}
      {isTouched && <FormCaptcha form={form} label={strings.subscribe_captcha} locale={locale} />}
    </Form>
  );
}
