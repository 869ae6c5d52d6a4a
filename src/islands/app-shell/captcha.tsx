import { useEffect, useId, useRef, useState } from 'react';
import { type CaptchaSetting, captchaChallengeUrl, loadCaptchaSetting } from '../../stores/captcha.ts';
import { FieldError } from '../../ui/field.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import styles from './captcha.module.css';

type Start = 'onfocus' | 'off';

type CaptchaProps = {
  readonly label: string;
  readonly locale: string;
  readonly error: string | undefined;
  /** Whether the built-in widget begins once its form is touched, or waits for its own box. */
  readonly start?: Start;
  /** An empty payload takes back one that has expired. */
  readonly onSolved: (payload: string) => void;
};

type Wanted = Pick<CaptchaProps, 'locale' | 'onSolved'> & { readonly start: () => Start | 'onload' };

async function createWidget({ provider, siteKey }: CaptchaSetting, { locale, start, onSolved }: Wanted) {
  if (provider === 'altcha' || siteKey === null) {
    const { createAltchaWidget } = await import('./altcha.ts');
    return createAltchaWidget({ url: captchaChallengeUrl, locale, start: start(), onSolved });
  }
  const { createHostedWidget } = await import('./hosted-captcha.ts');
  return createHostedWidget({ provider, siteKey, locale, onSolved });
}

/** The captcha of this installation, loaded when it is drawn. Give it a new `key` to start anew. */
export function Captcha({ label, locale, error, start = 'onfocus', onSolved }: CaptchaProps) {
  const place = useRef<HTMLDivElement>(null);
  const solved = useRef(onSolved);
  const [isReady, setReady] = useState(false);
  const errorId = useId();
  solved.current = onSolved;

  useEffect(() => {
    let widget: HTMLElement | undefined;
    let isGone = false;
    const draw = async () => {
      const setting = await loadCaptchaSetting();
      // Whoever began to type before the widget was there has touched the form already.
      const isTouched = () => place.current?.closest('form')?.contains(document.activeElement) === true;
      const made = await createWidget(setting, {
        locale,
        start: () => (start === 'onfocus' && isTouched() ? 'onload' : start),
        onSolved: (payload) => solved.current(payload),
      });
      if (isGone) return;
      widget = made;
      place.current?.append(widget);
      setReady(true);
    };
    // A provider that cannot be reached leaves the place empty; the form then says that the captcha is missing.
    void draw().catch(() => setReady(true));
    return () => {
      isGone = true;
      widget?.remove();
    };
  }, [locale, start]);

  return (
    <fieldset className={styles.captcha} aria-describedby={errorId}>
      <legend className="visually-hidden">{label}</legend>
      {!isReady && <Skeleton shape="control" />}
      <div ref={place} />
      <FieldError id={errorId} error={error} />
    </fieldset>
  );
}
