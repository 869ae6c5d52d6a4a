import { useStore } from '@nanostores/react';
import { type MouseEvent, useEffect, useState } from 'react';
import { FormCaptcha } from '#app/shell/captcha.tsx';
import { consumeLinkCode, currentParams, goTo } from '#app/shell/stores/navigation.ts';
import { logOut } from '#app/shell/stores/session.ts';
import { useForm } from '#app/shell/use-form.ts';
import { secondMs } from '#lib/durations.ts';
import { showEmail } from '#lib/show-email.ts';
import { pathTo } from '#routes.ts';
import { codeResendDelaySeconds } from '#shared/core/constants.ts';
import { isTypedCode } from '#shared/people/typed-code.ts';
import { Button } from '#ui/button.tsx';
import { CodeInput } from '#ui/code-input.tsx';
import { RichText } from '#ui/rich-text.tsx';
import { createVerificationForm, resendCode } from '../stores/sign-in.ts';
import { NewPasswordFields } from './new-password-fields.tsx';
import { Screen } from './screen.tsx';
import styles from './sign-in.module.css';
import { defineIsland, useTexts } from './texts.ts';

export const VerificationIsland = defineIsland({ route: 'emailVerification', screen: Verification });

function Verification() {
  const { strings, t, locale } = useTexts();
  const [email] = useState(() => currentParams().email ?? '');
  const [{ code }] = useState(consumeLinkCode);
  const [form] = useState(() => createVerificationForm(email, code));
  const { values, busy, field } = useForm(form);
  const needsCaptcha = useStore(form.$needsCaptcha);
  const choosesPassword = useStore(form.$choosesPassword);
  const attemptsLeft = useStore(form.$attemptsLeft);
  // A code has already been sent when the screen opens.
  const { seconds: waitSeconds, restart, end } = useCountdown(codeResendDelaySeconds);

  useEffect(() => {
    if (code) void form.submit();
    const followLink = () => {
      const { code: linked } = consumeLinkCode();
      if (!linked) return;
      form.set('code', linked);
      void form.submit();
    };
    globalThis.addEventListener('hashchange', followLink);
    return () => globalThis.removeEventListener('hashchange', followLink);
  }, [form, code]);

  // A signed-in but unverified person would be redirected straight back here.
  const leave = async (event: MouseEvent<HTMLAnchorElement>) => {
    event.preventDefault();
    const { href } = event.currentTarget;
    await logOut();
    goTo(href);
  };

  const resend = async () => {
    if (waitSeconds > 0) return;
    restart();
    if (!(await resendCode(email))) end();
  };

  return (
    <Screen
      title={strings.verify_title}
      lead={
        <RichText
          text={strings.verify_lead}
          parts={{ email: <b className={`strong breakable ${styles.address}`}>{showEmail(email)}</b> }}
        />
      }
      onSubmit={form.submit}
      after={
        <>
          <p>{strings.verify_missing}</p>
          <p>
            <RichText
              text={strings.verify_wrong_address}
              parts={{
                register: (
                  <a href={pathTo('register', {}, locale)} onClick={leave}>
                    {strings.register_again}
                  </a>
                ),
              }}
            />
          </p>
        </>
      }
    >
      {isTypedCode(values.code) && (
        <CodeInput
          label={strings.verify_code}
          {...field('code')}
          hint={attemptsLeft === null ? undefined : t('attempts_left', { count: attemptsLeft })}
        />
      )}
      {choosesPassword && (
        <>
          <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
          <NewPasswordFields field={field} />
        </>
      )}
      {needsCaptcha && <FormCaptcha form={form} label={strings.captcha_label} locale={locale} />}
      <Button label={strings.verify_submit} type="submit" busy={busy} wide />
      <Button
        label={strings.verify_resend}
        variant="outline"
        wide
        disabledReason={waitSeconds > 0 ? t('verify_wait', { seconds: waitSeconds }) : undefined}
        onClick={resend}
      />
    </Screen>
  );
}

/** Counts whole seconds by the clock, because browsers slow down timers of background pages. */
function useCountdown(initialSeconds: number) {
  const [endsAt, setEndsAt] = useState(() => Date.now() + initialSeconds * secondMs);
  const [now, setNow] = useState(Date.now);
  const seconds = Math.max(0, Math.ceil((endsAt - now) / secondMs));
  const isOver = seconds === 0;
  useEffect(() => {
    if (isOver) return;
    const timer = setInterval(() => setNow(Date.now()), secondMs);
    return () => clearInterval(timer);
  }, [isOver]);
  const restart = () => {
    setNow(Date.now());
    setEndsAt(Date.now() + initialSeconds * secondMs);
  };
  return { seconds, restart, end: () => setEndsAt(0) };
}
