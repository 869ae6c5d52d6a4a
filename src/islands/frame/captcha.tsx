import { useEffect, useRef, useState } from 'react';
import { captchaChallengeUrl } from '../../stores/captcha.ts';
import { FieldError } from '../../ui/field.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import styles from './frame.module.css';

type CaptchaProps = {
  readonly label: string;
  readonly locale: string;
  readonly error: string | undefined;
  readonly onSolved: (payload: string) => void;
};

/** The proof-of-work widget, loaded when a form that needs it is drawn. Give it a new `key` to start anew. */
export function Captcha({ label, locale, error, onSolved }: CaptchaProps) {
  const place = useRef<HTMLDivElement>(null);
  const solved = useRef(onSolved);
  const [isReady, setReady] = useState(false);
  solved.current = onSolved;

  useEffect(() => {
    let widget: HTMLElement | undefined;
    let isGone = false;
    void import('./altcha.ts').then(({ createAltchaWidget }) => {
      if (isGone) return;
      widget = createAltchaWidget(captchaChallengeUrl, locale, (payload) => solved.current(payload));
      place.current?.append(widget);
      setReady(true);
    });
    return () => {
      isGone = true;
      widget?.remove();
    };
  }, [locale]);

  return (
    <fieldset className={styles.captcha} aria-describedby="captcha-error">
      <legend className="visually-hidden">{label}</legend>
      {!isReady && <Skeleton shape="control" />}
      <div ref={place} />
      <FieldError id="captcha-error" error={error} />
    </fieldset>
  );
}
