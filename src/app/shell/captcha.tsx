import { useStore } from '@nanostores/react';
import type { ReadableAtom } from 'nanostores';
import { useId } from 'react';
import { FieldError } from '#ui/field.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import styles from './captcha.module.css';
import { type CaptchaStart, CaptchaWidget } from './captcha-widget.tsx';
import type { FormState } from './stores/form.ts';

type CaptchaProps = {
  readonly label: string;
  readonly locale: string;
  readonly error: string | undefined;
  readonly start?: CaptchaStart;
  readonly onSolved: (payload: string) => void;
};

/** The configured captcha with its error. Change its `key` to restart it. */
export function Captcha({ label, error, ...widget }: CaptchaProps) {
  const errorId = useId();
  return (
    <fieldset className={styles.captcha} aria-describedby={errorId}>
      <legend className="visually-hidden">{label}</legend>
      <CaptchaWidget {...widget} placeholder={<Skeleton shape="control" />} />
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
