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
};

async function createWidget({ provider, siteKey }: CaptchaSetting, { locale, start, onSolved }: WidgetOptions) {
  if (provider === 'altcha' || siteKey === null) {
    const { createAltchaWidget } = await import('./altcha.ts');
    return createAltchaWidget({ url: captchaChallengeUrl, locale, start, onSolved });
  }
  const { createHostedWidget } = await import('./hosted-captcha.ts');
  return createHostedWidget({ provider, siteKey, locale, onSolved });
}

/** The configured captcha, loaded on render. Change its `key` to restart it. */
export function CaptchaWidget({ locale, start = 'onfocus', onSolved, placeholder = null }: CaptchaWidgetProps) {
  const container = useRef<HTMLDivElement>(null);
  const solved = useRef(onSolved);
  const [isReady, setReady] = useState(false);
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
    <>
      {!isReady && placeholder}
      <div ref={container} />
    </>
  );
}
