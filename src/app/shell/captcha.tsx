import { useStore } from '@nanostores/react';
import type { ReadableAtom } from 'nanostores';
import { useEffect, useId, useRef, useState } from 'react';
import { FieldError } from '#ui/field.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import styles from './captcha.module.css';
import { type CaptchaSetting, captchaChallengeUrl, loadCaptchaSetting } from './stores/captcha.ts';
import type { FormState } from './stores/form.ts';

type Start = 'onfocus' | 'off';

type CaptchaProps = {
  readonly label: string;
  readonly locale: string;
  readonly error: string | undefined;
  /** Whether the built-in widget starts when its form gets focus or only when clicked. */
  readonly start?: Start;
  /** Receives an empty payload when a solved captcha expires. */
  readonly onSolved: (payload: string) => void;
};

type WidgetOptions = Pick<CaptchaProps, 'locale' | 'onSolved'> & { readonly start: () => Start | 'onload' };

async function createWidget({ provider, siteKey }: CaptchaSetting, { locale, start, onSolved }: WidgetOptions) {
  if (provider === 'altcha' || siteKey === null) {
    const { createAltchaWidget } = await import('./altcha.ts');
    return createAltchaWidget({ url: captchaChallengeUrl, locale, start, onSolved });
  }
  const { createHostedWidget } = await import('./hosted-captcha.ts');
  return createHostedWidget({ provider, siteKey, locale, onSolved });
}

/** The configured captcha, loaded on render. Change its `key` to restart it. */
export function Captcha({ label, locale, error, start = 'onfocus', onSolved }: CaptchaProps) {
  const container = useRef<HTMLDivElement>(null);
  const solved = useRef(onSolved);
  const [isReady, setReady] = useState(false);
  const errorId = useId();
  solved.current = onSolved;

  useEffect(() => {
    let widget: HTMLElement | undefined;
    let isGone = false;
    const showWidget = async () => {
      const setting = await loadCaptchaSetting();
      // Anyone who starts typing before the widget has loaded has already focused the form.
      const isTouched = () => container.current?.closest('form')?.contains(document.activeElement) === true;
      const made = await createWidget(setting, {
        locale,
        start: () => (start === 'onfocus' && isTouched() ? 'onload' : start),
        onSolved: (payload) => solved.current(payload),
      });
      if (isGone) return;
      widget = made;
      container.current?.append(widget);
      setReady(true);
    };
    // If the provider can't be reached, nothing appears and the form reports a missing captcha.
    void showWidget().catch(() => setReady(true));
    return () => {
      isGone = true;
      widget?.remove();
    };
  }, [locale, start]);

  return (
    <fieldset className={styles.captcha} aria-describedby={errorId}>
      <legend className="visually-hidden">{label}</legend>
      {!isReady && <Skeleton shape="control" />}
      <div ref={container} />
      <FieldError id={errorId} error={error} />
    </fieldset>
  );
}

type FormCaptchaProps = Pick<CaptchaProps, 'label' | 'locale'> & {
  readonly form: {
    readonly $form: ReadableAtom<Pick<FormState<unknown>, 'errors' | 'round'>>;
    readonly set: (field: 'captcha', payload: string) => void;
  };
};

/** The captcha of a form, restarted after each failed attempt because it is valid once. */
export function FormCaptcha({ form, ...rest }: FormCaptchaProps) {
  const { errors, round } = useStore(form.$form);
  return (
    <Captcha {...rest} key={round} error={errors.captcha?.[0]} onSolved={(payload) => form.set('captcha', payload)} />
  );
}
