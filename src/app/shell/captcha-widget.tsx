import { type ReactNode, useEffect, useRef, useState } from 'react';
import { type CaptchaSetting, captchaChallengeUrl, loadCaptchaSetting } from './stores/captcha.ts';

export type CaptchaStart = 'onfocus' | 'off';

type CaptchaWidgetProps = {
  readonly locale: string;
  /** Whether the built-in widget starts when its form gets focus or only when clicked. */
  readonly start?: CaptchaStart;
  /** Receives an empty payload when a solved captcha expires. */
  readonly onSolved: (payload: string) => void;
  /** Shown until the widget has loaded. */
  readonly placeholder?: ReactNode;
};

type WidgetOptions = Pick<CaptchaWidgetProps, 'locale' | 'onSolved'> & {
  readonly start: () => CaptchaStart | 'onload';
  readonly onFailed: () => void;
};

/** @returns the widget, and what solves it without the person: null if they have to */
async function createWidget({ provider, siteKey }: CaptchaSetting, { start, onFailed, ...shared }: WidgetOptions) {
  if (provider === 'altcha' || siteKey === null) {
    const { createAltchaWidget } = await import('./altcha.ts');
    return createAltchaWidget({ ...shared, url: captchaChallengeUrl, start, onFailed });
  }
  const { createHostedWidget } = await import('./hosted-captcha.ts');
  return { element: await createHostedWidget({ ...shared, provider, siteKey }), solve: null };
}

/** The configured captcha, loaded on render. Change its `key` to restart it. */
export function CaptchaWidget({ locale, start = 'onfocus', onSolved, placeholder = null }: CaptchaWidgetProps) {
  const container = useRef<HTMLDivElement>(null);
  const solved = useRef(onSolved);
  const [isReady, setReady] = useState(false);
  solved.current = onSolved;

  useEffect(() => {
    const form = container.current?.closest('form');
    let widget: Awaited<ReturnType<typeof createWidget>> | undefined;
    let isGone = false;
    // A form sent before the captcha is solved is sent once it is, if the person isn't needed for that.
    let isPending = true;
    let held: SubmitEvent | undefined;
    const hold = (event: SubmitEvent) => {
      if (!isPending) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      held = event;
      // The form's own state says so only once it is sent.
      event.submitter?.setAttribute('aria-busy', 'true');
      widget?.solve?.();
    };
    const release = () => {
      isPending = false;
      held?.submitter?.removeAttribute('aria-busy');
      if (held) form?.requestSubmit(held.submitter);
      held = undefined;
    };
    const showWidget = async () => {
      const setting = await loadCaptchaSetting();
      // Anyone who starts typing before the widget has loaded has already focused the form.
      const isTouched = () => form?.contains(document.activeElement) === true;
      const made = await createWidget(setting, {
        locale,
        start: () => (held || (start === 'onfocus' && isTouched()) ? 'onload' : start),
        onFailed: release,
        onSolved: (payload) => {
          solved.current(payload);
          if (payload) release();
          else isPending = made.solve !== null;
        },
      });
      if (isGone) return;
      widget = made;
      container.current?.append(widget.element);
      setReady(true);
      if (widget.solve === null) release();
    };
    form?.addEventListener('submit', hold, true);
    // If the provider can't be reached, nothing appears and the form reports a missing captcha.
    void showWidget().catch(() => {
      setReady(true);
      release();
    });
    return () => {
      isGone = true;
      held?.submitter?.removeAttribute('aria-busy');
      form?.removeEventListener('submit', hold, true);
      widget?.element.remove();
    };
  }, [locale, start]);

  return (
    <>
      {!isReady && placeholder}
      <div ref={container} />
    </>
  );
}
