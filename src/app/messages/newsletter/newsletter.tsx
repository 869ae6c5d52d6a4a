import { useStore } from '@nanostores/react';
import { type FocusEvent, useEffect, useState } from 'react';
import { Captcha } from '#app/shell/captcha.tsx';
import { ErrorBoundary } from '#app/shell/error-boundary.tsx';
import type { ToastKey } from '#app/shell/stores/toasts.ts';
import { Toasts } from '#app/shell/toasts.tsx';
import { usePreHydrationInput } from '#app/shell/use-pre-hydration-input.ts';
import type { Locale } from '#i18n/locales.ts';
import type calls from '#locales/en/calls.json';
import type newsletter from '#locales/en/newsletter.json';
import { Button } from '#ui/button.tsx';
import { Checkbox } from '#ui/checkbox.tsx';
import { Form } from '#ui/form.tsx';
import { TextInput } from '#ui/text-input.tsx';
import { createNewsletterForm } from '../stores/newsletter.ts';
import styles from './newsletter.module.css';

type NewsletterProps = {
  readonly locale: Locale;
  readonly calls: Pick<typeof calls, ToastKey>;
  readonly strings: Omit<typeof newsletter, 'lead' | 'noScript'>;
};

/** The newsletter form in the footer. The captcha loads once a field gets focus. */
export function NewsletterIsland(props: NewsletterProps) {
  return (
    <ErrorBoundary>
      <Newsletter {...props} />
    </ErrorBoundary>
  );
}

function Newsletter({ locale, calls: callStrings, strings }: NewsletterProps) {
  const [form] = useState(() => createNewsletterForm(strings));
  const { values, status, round } = useStore(form.$newsletter);
  const [isAlive, setAlive] = useState(false);
  const [isTouched, setTouched] = useState(false);
  const element = usePreHydrationInput((field) => {
    if (field.name === 'email') form.set('email', field.value);
    if (field.name === 'termsUse' || field.name === 'share') form.set(field.name, 1);
  });
  useEffect(() => setAlive(true), []);
  // Focusing the button doesn't load the captcha, which would move the button from under the pointer.
  const touch = ({ target }: FocusEvent) => {
    if (target instanceof HTMLInputElement) setTouched(true);
  };
  const submit = () => {
    setTouched(true);
    return form.submit();
  };
  return (
    <>
      {/* Inert until hydrated, so that the browser can't submit it natively. */}
      <Form ref={element} className={styles.form} inert={!isAlive} onSubmit={submit} onFocus={touch}>
        <TextInput
          label={strings.label}
          name="email"
          type="email"
          autoComplete="email"
          maxLength={254}
          value={values.email}
          onChange={(event) => form.set('email', event.target.value)}
        />
        <Checkbox
          className={styles.consent}
          name="termsUse"
          label={strings.agree}
          checked={values.termsUse === 1}
          onChange={(event) => form.set('termsUse', event.target.checked ? 1 : 0)}
        />
        <Checkbox
          className={styles.consent}
          name="share"
          label={strings.agree_share}
          checked={values.share === 1}
          onChange={(event) => form.set('share', event.target.checked ? 1 : 0)}
        />
        {isTouched && (
          <Captcha
            key={round}
            label={strings.captcha_label}
            locale={locale}
            error={undefined}
            start="off"
            onSolved={form.setCaptcha}
          />
        )}
        <Button type="submit" variant="outline" busy={status === 'submitting'}>
          {strings.subscribe}
        </Button>
      </Form>
      <Toasts strings={callStrings} />
    </>
  );
}
