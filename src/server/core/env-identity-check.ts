/** Provider of identity checks and its settings. `documents` is the built-in review by our own staff. */
export type IdentitySettings =
  | { readonly provider: 'documents' }
  | {
      readonly provider: 'sumsub';
      readonly appToken: string;
      readonly secretKey: string;
      readonly webhookSecret: string;
      readonly level: string;
      readonly baseUrl: string;
    }
  | {
      readonly provider: 'veriff';
      readonly apiKey: string;
      readonly sharedSecret: string;
      readonly baseUrl: string;
    };

const variables = {
  documents: [],
  sumsub: ['SUMSUB_APP_TOKEN', 'SUMSUB_SECRET_KEY', 'SUMSUB_WEBHOOK_SECRET', 'SUMSUB_LEVEL'],
  veriff: ['VERIFF_API_KEY', 'VERIFF_SHARED_SECRET'],
} as const;

/** The settings, or a one-line error for the operator. The error never repeats a value that may be secret. */
export function readIdentity(read: (name: string) => string | undefined): IdentitySettings | string {
  const providerName = read('IDENTITY_PROVIDER') ?? 'documents';
  if (!Object.hasOwn(variables, providerName)) {
    return `IDENTITY_PROVIDER must be one of ${Object.keys(variables).join(', ')}, not "${providerName}".`;
  }
  const provider = providerName as keyof typeof variables;
  for (const [other, names] of Object.entries(variables)) {
    const unexpected = names.find((name) => other !== provider && read(name) !== undefined);
    if (unexpected) return `${unexpected} is set but IDENTITY_PROVIDER is ${provider}.`;
  }
  const missing = variables[provider].filter((name) => read(name) === undefined);
  if (missing.length > 0) return `IDENTITY_PROVIDER is ${provider}: set ${missing.join(' and ')} too.`;
  const value = (name: string) => read(name) ?? '';
  const baseUrl = (name: string, fallback: string) => (read(name) ?? fallback).replace(/\/$/, '');
  switch (provider) {
    case 'documents':
      return { provider };
    case 'sumsub':
      return withValidUrl(baseUrl('SUMSUB_BASE_URL', 'https://api.sumsub.com'), 'SUMSUB_BASE_URL', (url) => ({
        provider,
        appToken: value('SUMSUB_APP_TOKEN'),
        secretKey: value('SUMSUB_SECRET_KEY'),
        webhookSecret: value('SUMSUB_WEBHOOK_SECRET'),
        level: value('SUMSUB_LEVEL'),
        baseUrl: url,
      }));
    case 'veriff':
      return withValidUrl(baseUrl('VERIFF_BASE_URL', 'https://stationapi.veriff.com'), 'VERIFF_BASE_URL', (url) => ({
        provider,
        apiKey: value('VERIFF_API_KEY'),
        sharedSecret: value('VERIFF_SHARED_SECRET'),
        baseUrl: url,
      }));
  }
}

function withValidUrl(url: string, name: string, build: (url: string) => IdentitySettings): IdentitySettings | string {
  const isHttp = URL.canParse(url) && /^https?:$/.test(new URL(url).protocol);
  return isHttp ? build(url) : `${name} must be a URL that starts with http:// or https://.`;
}
