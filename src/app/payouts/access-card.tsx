import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { FormCaptcha } from '#app/shell/captcha.tsx';
import { createFormSaver, readSavedForm } from '#app/shell/stores/saved-form.ts';
import { $user } from '#app/shell/stores/session.ts';
import { useForm } from '#app/shell/use-form.ts';
import { showEmail } from '#lib/show-email.ts';
import { matchRoute, pathTo } from '#routes.ts';
import { payoutAccessMinutes } from '#shared/payouts/contract-access.ts';
import { Button } from '#ui/button.tsx';
import { CodeInput } from '#ui/code-input.tsx';
import { Form } from '#ui/form.tsx';
import { TextInput } from '#ui/text-input.tsx';
import styles from './payouts.module.css';
import {
  $codeSentTo,
  $payoutLink,
  askForAddress,
  createAccessForm,
  createCodeForm,
  followPayoutLink,
} from './stores/access.ts';
import { useTexts } from './texts.ts';

/** Two options for someone who isn't signed in: sign in, or a mailed code that opens payouts only. */
export function AccessCard({ isUnverified }: { readonly isUnverified: boolean }) {
  const { strings, t, locale } = useTexts();
  const sentTo = useStore($codeSentTo);
  const link = useStore($payoutLink);
  useEffect(followPayoutLink, []);
  // A request whose session ended goes along to the sign-in and back.
  useEffect(() => createFormSaver(readSavedForm).followLinks(), []);
  const user = useStore($user);
  const isStart = matchRoute(globalThis.location.pathname)?.name === 'payoutStart';
  const next = isStart ? pathTo('payouts', {}, locale) : globalThis.location.pathname + globalThis.location.search;
  const signInPath = isUnverified
    ? pathTo('emailVerification', { email: user?.email ?? '' }, locale)
    : `${pathTo('signIn', {}, locale)}?next=${encodeURIComponent(next)}`;
  return (
    <div className={`stack ${styles.narrow}`}>
      <h1 className={styles.title}>{strings.title}</h1>
      <p className="muted">{strings.access_lead}</p>
      <Button label={isUnverified ? strings.verify : strings.sign_in} href={signInPath} />
      <section className={`stack ${styles.section}`} aria-labelledby="access-title">
        <h2 id="access-title">{strings.access_title}</h2>
        <p className="muted">{t('access_text', { minutes: payoutAccessMinutes })}</p>
        {link ? (
          <CodeForm key={link.code} email={link.email} linkCode={link.code} />
        ) : sentTo === null ? (
          <AddressForm />
        ) : (
          <CodeForm key={sentTo} email={sentTo} />
        )}
      </section>
    </div>
  );
}

function AddressForm() {
  const { strings } = useTexts();
  const [form] = useState(createAccessForm);
  const { busy, field } = useForm(form);
  return (
    <Form className={`stack gap-5 ${styles.form}`} onSubmit={form.submit}>
      <TextInput label={strings.email} {...field('email')} type="email" autoComplete="email" maxLength={254} />
      <Button label={strings.send_code} type="submit" variant="outline" busy={busy} />
    </Form>
  );
}

function CodeForm({ email, linkCode }: { readonly email: string; readonly linkCode?: string }) {
  const { strings, t, locale } = useTexts();
  const [form] = useState(() => createCodeForm(email, linkCode));
  const { errors, busy, field } = useForm(form);
  const needsAuthenticator = useStore(form.$needsAuthenticator);
  return (
    <Form className={`stack gap-5 ${styles.form}`} onSubmit={form.submit}>
      <p role="status">{t(linkCode ? 'link_opened' : 'code_sent', { email: showEmail(email) })}</p>
      {!linkCode && <CodeInput label={strings.code} {...field('code')} />}
      {needsAuthenticator && (
        <TextInput
          label={strings.authenticator}
          hint={strings.authenticator_hint}
          {...field('authenticator')}
          autoComplete="one-time-code"
          autoFocus
        />
      )}
      {errors.captcha && <FormCaptcha form={form} label={strings.captcha_label} locale={locale} />}
      <div className="cluster">
        <Button label={strings.open_payouts} type="submit" busy={busy} />
        <Button label={strings.other_address} variant="quiet" onClick={askForAddress} />
      </div>
    </Form>
  );
}
