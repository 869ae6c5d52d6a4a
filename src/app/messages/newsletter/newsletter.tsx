import { useStore } from '@nanostores/react';
import { type ComponentProps, type FocusEvent, useId, useState } from 'react';
import { CaptchaWidget } from '#app/shell/captcha-widget.tsx';
import { IslandBoundary } from '#app/shell/island-boundary.tsx';
import type { ToastKey } from '#app/shell/stores/toasts.ts';
import { Toasts } from '#app/shell/toasts.tsx';
import type { Locale } from '#i18n/locales.ts';
import type calls from '#locales/en/calls.json';
import type newsletter from '#locales/en/newsletter.json';
import { Form } from '#ui/form.tsx';
import { createNewsletterForm } from '../stores/newsletter.ts';

type NewsletterProps = {
  readonly locale: Locale;
  readonly calls: Pick<typeof calls, ToastKey>;
  readonly strings: Omit<typeof newsletter, 'lead' | 'noScript'>;
};

/**
 * The newsletter form in the footer. Its styles are the footer's: those of our components would be in the first round
 * trip of every page. The captcha loads once a field gets focus.
 */
export function NewsletterIsland(props: NewsletterProps) {
  return (
    <IslandBoundary>
      <Newsletter {...props} />
    </IslandBoundary>
  );
}

function Newsletter({ locale, calls: callStrings, strings }: NewsletterProps) {
  const [form] = useState(() => createNewsletterForm(strings));
  const { values, status, round } = useStore(form.$newsletter);
  const [isTouched, setTouched] = useState(false);
  const emailId = useId();
  // Focusing the button doesn't load the captcha, which would move the button from under the pointer.
  const touch = ({ target }: FocusEvent) => {
    if (target instanceof HTMLInputElement) setTouched(true);
  };
  const submit = () => {
    setTouched(true);
    return form.submit();
  };
  const consent = (name: 'termsUse' | 'share') => ({
    name,
    checked: values[name] === 1,
    onChange: (event: { target: HTMLInputElement }) => form.set(name, event.target.checked ? 1 : 0),
  });
  return (
    <>
      <Form onSubmit={submit} onFocus={touch}>
        <label htmlFor={emailId}>{strings.label}</label>
        <input
          id={emailId}
          name="email"
          type="email"
          autoComplete="email"
          maxLength={254}
          value={values.email}
          onChange={(event) => form.set('email', event.target.value)}
        />
        <Consent {...consent('termsUse')} label={strings.agree} />
        <Consent {...consent('share')} label={strings.agree_share} />
        {isTouched && (
          <fieldset>
            <legend className="visually-hidden">{strings.captcha_label}</legend>
            <CaptchaWidget key={round} locale={locale} start="off" onSolved={form.setCaptcha} />
          </fieldset>
        )}
        <button type="submit" aria-busy={status === 'submitting' || undefined}>
          {strings.subscribe}
        </button>
      </Form>
      <Toasts strings={callStrings} />
    </>
  );
}

function Consent({ label, ...box }: ComponentProps<'input'> & { readonly label: string }) {
  return (
    <label className="consent">
      <input type="checkbox" {...box} />
      {label}
    </label>
  );
}
