type Hosted = 'recaptcha' | 'hcaptcha' | 'turnstile';

/** The API that the scripts of the three providers share. */
type Provider = {
  render(container: HTMLElement, options: Readonly<Record<string, unknown>>): unknown;
};

const sources: Readonly<Record<Hosted, { script: string; name: string }>> = {
  recaptcha: { script: 'https://www.google.com/recaptcha/api.js', name: 'grecaptcha' },
  hcaptcha: { script: 'https://js.hcaptcha.com/1/api.js', name: 'hcaptcha' },
  turnstile: { script: 'https://challenges.cloudflare.com/turnstile/v0/api.js', name: 'turnstile' },
};

const readyName = 'onCaptchaReady';

let loading: Promise<Provider> | undefined;

function loadScript(provider: Hosted, locale: string): Promise<Provider> {
  const { script, name } = sources[provider];
  const { promise, resolve, reject } = Promise.withResolvers<Provider>();
  const world = globalThis as unknown as Record<string, unknown>;
  world[readyName] = () => resolve(world[name] as Provider);
  const element = document.createElement('script');
  element.src = `${script}?${new URLSearchParams({ render: 'explicit', onload: readyName, hl: locale })}`;
  element.async = true;
  element.onerror = () => {
    element.remove();
    loading = undefined;
    reject(new Error(`${provider} cannot be reached`));
  };
  document.head.append(element);
  return promise;
}

type HostedWidgetOptions = {
  readonly provider: Hosted;
  readonly siteKey: string;
  readonly locale: string;
  /** Receives the token to verify, or an empty string once it expires. */
  readonly onSolved: (token: string) => void;
};

/** The provider's widget, in the light theme and normal size, with any badge at the bottom right. */
export async function createHostedWidget({
  provider,
  siteKey,
  locale,
  onSolved,
}: HostedWidgetOptions): Promise<HTMLElement> {
  loading ??= loadScript(provider, locale);
  const { render } = await loading;
  const container = document.createElement('div');
  render(container, {
    sitekey: siteKey,
    theme: 'light',
    size: 'normal',
    badge: 'bottomright',
    language: locale,
    callback: onSolved,
    'expired-callback': () => onSolved(''),
    'error-callback': () => onSolved(''),
  });
  return container;
}
