import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { parseEnv } from '#server/core/env.ts';
import { EnvError } from '#server/core/env-read.ts';

function messageOf(source: Record<string, string>): string {
  try {
    parseEnv(source);
  } catch (error) {
    if (error instanceof EnvError) return error.message;
    throw error;
  }
  return 'no error';
}

const production = {
  NODE_ENV: 'production',
  ORIGIN: 'https://tidemark.example',
  DATABASE_URL: 'postgres://u:a-rather-long-password@db/x',
} as const;

const selling = {
  ...production,
  STRIPE_SECRET_KEY: 'sk_live_0123456789',
  STRIPE_WEBHOOK_SECRET: 'whsec_0123456789',
};

const bridged = {
  ...selling,
  PLATFORM_BRIDGE_URL: 'https://bridge.example',
  PLATFORM_BRIDGE_SECRET: 's'.repeat(32),
} as const;

describe('environment', () => {
  test('that is complete is accepted', () => {
    expect(messageOf(bridged)).toBe('no error');
  });

  test('an empty environment starts a demo on port 8000 with all services built in', () => {
    const env = parseEnv({});
    expect(env).toMatchObject({ port: 8000, origin: 'http://localhost:8000', demo: true, production: false });
    expect(env).toMatchObject({ databaseUrl: undefined, stripe: undefined, smtp: undefined, bridge: undefined });
    expect(env.captcha).toEqual({ provider: 'altcha' });
  });

  test('a real provider turns the demo off unless DEMO is set', () => {
    const real = { DATABASE_URL: 'postgres://u:p@db/tidemark' };
    expect(parseEnv(real).demo).toBe(false);
    expect(parseEnv({ ...real, DEMO: '1' }).demo).toBe(true);
    expect(parseEnv({ DEMO: '0' }).demo).toBe(false);
  });

  test('an empty variable counts as unset', () => {
    expect(parseEnv({ DATABASE_URL: '', PORT: ' ' })).toMatchObject({ databaseUrl: undefined, port: 8000, demo: true });
  });

  test.each([
    ['PORT', { PORT: 'abc' }],
    ['PORT', { PORT: '70000' }],
    ['DEMO', { DEMO: 'maybe' }],
    ['DATABASE_URL', { DATABASE_URL: 'mysql://u:p@db/x' }],
    ['ORIGIN', { ORIGIN: 'example.org' }],
    ['ORIGIN', { ...bridged, ORIGIN: 'http://tidemark.example' }],
    ['STRIPE_SECRET_KEY', { ...bridged, STRIPE_SECRET_KEY: 'pk_live_0123456789' }],
    ['STRIPE_SECRET_KEY', { ...bridged, STRIPE_SECRET_KEY: 'sk_live_' }],
    ['STRIPE_SECRET_KEY', { ...bridged, STRIPE_SECRET_KEY: 'sk_test_0123456789' }],
    ['STRIPE_WEBHOOK_SECRET', { ...bridged, STRIPE_WEBHOOK_SECRET: 'sk_live_0123456789' }],
    [
      'PLATFORM_BRIDGE_SECRET',
      { PLATFORM_BRIDGE_URL: 'https://bridge.example', PLATFORM_BRIDGE_SECRET: 's'.repeat(31) },
    ],
    ['PUBLIC_ENVIRONMENT', { PUBLIC_ENVIRONMENT: 'staging' }],
    ['STRIPE_WEBHOOK_SECRET', { STRIPE_SECRET_KEY: 'sk_live_0123456789' }],
    ['STRIPE_SECRET_KEY', { STRIPE_WEBHOOK_SECRET: 'whsec_0123456789' }],
    ['MAIL_FROM', { SMTP_URL: 'smtp://localhost' }],
    ['SMTP_URL', { MAIL_FROM: 'a@example.org' }],
    ['SMTP_URL', { SMTP_URL: 'http://localhost', MAIL_FROM: 'a@example.org' }],
    ['CAPTCHA_PROVIDER', { CAPTCHA_PROVIDER: 'guess' }],
    ['CAPTCHA_COST', { CAPTCHA_COST: '0' }],
    ['CAPTCHA_COST', { CAPTCHA_COST: '1e3' }],
    ['CAPTCHA_COST', { CAPTCHA_PROVIDER: 'turnstile', CAPTCHA_SITE_KEY: 'k', CAPTCHA_SECRET: 's', CAPTCHA_COST: '9' }],
    ['CAPTCHA_SECRET', { CAPTCHA_PROVIDER: 'turnstile', CAPTCHA_SITE_KEY: 'k' }],
    ['CAPTCHA_SITE_KEY', { CAPTCHA_PROVIDER: 'hcaptcha' }],
    ['CAPTCHA_SITE_KEY', { CAPTCHA_SITE_KEY: 'k', CAPTCHA_SECRET: 's' }],
    ['PLATFORM_BRIDGE_SECRET', { PLATFORM_BRIDGE_URL: 'https://bridge.example' }],
    ['PLATFORM_BRIDGE_URL', { PLATFORM_BRIDGE_URL: 'bridge', PLATFORM_BRIDGE_SECRET: 's'.repeat(32) }],
    ['APP_SECRET', { APP_SECRET: 'short' }],
    ['METRICS_TOKEN', { METRICS_TOKEN: 'short' }],
    ['ALERT_WEBHOOK_SECRET', { ALERT_WEBHOOK_URL: 'https://alerts.example', ALERT_WEBHOOK_SECRET: 's'.repeat(31) }],
    ['PLATFORM_BRIDGE_SECRET', { ...bridged, PLATFORM_BRIDGE_SECRET: 's'.repeat(31) }],
    [
      'CAPTCHA_SECRET',
      { ...production, CAPTCHA_PROVIDER: 'turnstile', CAPTCHA_SITE_KEY: 'k', CAPTCHA_SECRET: 'short' },
    ],
    ['VERIFF_API_KEY', { ...production, IDENTITY_PROVIDER: 'veriff', VERIFF_API_KEY: 'a', VERIFF_SHARED_SECRET: 'b' }],
    ['HMRC_CLIENT_SECRET', { HMRC_CLIENT_ID: 'id' }],
    ['HMRC_REQUESTER', { HMRC_REQUESTER: 'GB123456789' }],
    ['VIES_REQUESTER', { VIES_REQUESTER: '6433435F' }],
    ['DATABASE_URL', { ...production, DATABASE_URL: 'postgres://u:short@db/x' }],
    ['SMTP_URL', { ...production, SMTP_URL: 'smtp://u:short@mail', MAIL_FROM: 'a@b.example' }],
    ['METRICS_TOKEN', { METRICS_TOKEN: 'two words '.repeat(9) }],
    ['ALERT_WEBHOOK_URL', { ALERT_WEBHOOK_URL: 'ftp://pager.example' }],
    ['ALERT_WEBHOOK_URL', { ALERT_WEBHOOK_SECRET: 's'.repeat(32) }],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', { OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4318' }],
    ['OTEL_TRACES_SAMPLER_ARG', { OTEL_TRACES_SAMPLER_ARG: '2' }],
    ['BUILD', { BUILD: 'the last one' }],
    ['DATABASE_URL', { NODE_ENV: 'production' }],
    [
      'DEMO',
      {
        NODE_ENV: 'production',
        ORIGIN: selling.ORIGIN,
        DATABASE_URL: 'postgres://u:a-rather-long-password@db/x',
        DEMO: '1',
      },
    ],
    ['PLATFORM_BRIDGE_URL', selling],
    ['ORIGIN', { NODE_ENV: 'production', DATABASE_URL: 'postgres://u:a-rather-long-password@db/x' }],
    ['STRIPE_SECRET_KEY', { STRIPE_SECRET_KEY: 'sk_live_0123456789', STRIPE_WEBHOOK_SECRET: 'whsec_0123456789' }],
    ['MAIL_FROM', { SMTP_URL: 'smtp://localhost', MAIL_FROM: 'Tidemark' }],
    ['MAIL_FROM', { SMTP_URL: 'smtp://localhost', MAIL_FROM: 'Tidemark <hello@tidemark.example' }],
    ['MAIL_FROM', { SMTP_URL: 'smtp://localhost', MAIL_FROM: 'a@example.org\r\nBcc: b@example.org' }],
  ])('an invalid value is reported in one line that names %s', (name, source) => {
    const message = messageOf(source);
    expect(message).toContain(name);
    expect(message).not.toContain('\n');
  });

  test('errors never repeat a value that may contain a password', () => {
    expect(messageOf({ DATABASE_URL: 'mysql://user:hunter2@db/x' })).not.toContain('hunter2');
    expect(messageOf({ SMTP_URL: 'http://user:hunter2@mail', MAIL_FROM: 'a@example.org' })).not.toContain('hunter2');
  });

  test('production uses the embedded database only if allowed to, and is never a demo', () => {
    const env = parseEnv({ NODE_ENV: 'production', ORIGIN: selling.ORIGIN, ALLOW_EMBEDDED_DATABASE: '1' });
    expect(env).toMatchObject({ production: true, demo: false });
  });

  test('production sells simulated accounts only if allowed to', () => {
    expect(parseEnv({ ...selling, ALLOW_SIMULATED_PLATFORM: '1' }).simulatedPlatform).toBe(true);
    const bridge = { PLATFORM_BRIDGE_URL: 'https://bridge.example', PLATFORM_BRIDGE_SECRET: 's'.repeat(32) };
    expect(parseEnv({ ...selling, ...bridge, ALLOW_SIMULATED_PLATFORM: '1' }).simulatedPlatform).toBe(false);
    expect(
      parseEnv({ NODE_ENV: 'production', ORIGIN: selling.ORIGIN, DATABASE_URL: selling.DATABASE_URL })
        .simulatedPlatform,
    ).toBe(false);
    expect(parseEnv({}).simulatedPlatform).toBe(true);
  });

  test('the origin is stored without a trailing slash', () => {
    expect(parseEnv({ ORIGIN: 'https://tidemark.example/' }).origin).toBe('https://tidemark.example');
  });

  test.each([
    ['a/b#c?d', 'a/b#c?d'],
    ['a@b', 'a@b'],
    ['a%2Fb', 'a/b'],
    ['100%', '100%'],
    ['plain', 'plain'],
  ])('the password %s in a URL reaches the database and the mail server', (typed, meant) => {
    const env = parseEnv({
      DATABASE_URL: `postgres://tidemark:${typed}@db:5432/tidemark?sslmode=require`,
      SMTP_URL: `smtps://tidemark:${typed}@mail.example:465`,
      MAIL_FROM: 'Tidemark <hello@tidemark.example>',
    });
    for (const url of [new URL(env.databaseUrl ?? ''), new URL(env.smtp?.url ?? '')]) {
      expect(decodeURIComponent(url.password)).toBe(meant);
      expect(url.username).toBe('tidemark');
    }
    expect(new URL(env.databaseUrl ?? '').host).toBe('db:5432');
  });

  test('a URL without a password is left unchanged', () => {
    const url = 'postgres://db:5432/tidemark?application_name=a@b';
    expect(parseEnv({ DATABASE_URL: url }).databaseUrl).toBe(url);
  });

  test('the deployment’s example file starts once its blanks are filled in', () => {
    const filled: Record<string, string> = {
      POSTGRES_PASSWORD: 'of the owner',
      POSTGRES_APP_PASSWORD: 'long/and#odd/and/longer',
      APP_SECRET: 'x'.repeat(64),
      STRIPE_SECRET_KEY: 'sk_live_0123456789',
      STRIPE_WEBHOOK_SECRET: 'whsec_0123456789',
      SMTP_URL: 'smtps://u:a-rather-long-password@mail.example',
      MAIL_FROM: 'Tidemark <hello@tidemark.example>',
      PLATFORM_BRIDGE_URL: 'https://bridge.example',
      PLATFORM_BRIDGE_SECRET: 'y'.repeat(32),
    };
    const [required = '', optional = ''] = readFileSync('deploy/.env.example', 'utf8').split('may stay empty');
    expect(optional).toContain('IDENTITY_PROVIDER=');
    for (const line of required.split('\n')) {
      const [, name = '', value = ''] = /^([A-Z_]+)=(.*)$/.exec(line) ?? [];
      if (name && value !== '') filled[name] = value;
      if (name) expect(filled[name], name).not.toBe(undefined);
    }
    const compose = parse(readFileSync('deploy/compose.yaml', 'utf8'), { merge: true });
    const passed: Record<string, string> = compose.services['app-a'].environment;
    const expand = (text: string) => text.replace(/\$\{(\w+)[^}]*\}/g, (_, name: string) => filled[name] ?? '');
    const source = Object.fromEntries(Object.entries(passed).map(([name, text]) => [name, expand(text)]));
    const env = parseEnv({ NODE_ENV: 'production', ...source });
    expect(env).toMatchObject({ production: true, trustProxy: true, origin: 'https://tidemark.example' });
    expect(decodeURIComponent(new URL(env.databaseUrl ?? '').password)).toBe('long/and#odd/and/longer');
  });

  test('every variable is in the operators’ table and reaches the containers', () => {
    const sources = ['env', 'env-identity-check', 'env-monitoring', 'env-secrets', 'env-services']
      .map((name) => readFileSync(`src/server/core/${name}.ts`, 'utf8'))
      .join('');
    const names = new Set([...sources.matchAll(/'([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*)'/g)].map(([, name = '']) => name));
    expect(names.size).toBeGreaterThan(30);
    const table = readFileSync('deploy/README.md', 'utf8');
    const compose = parse(readFileSync('deploy/compose.yaml', 'utf8'), { merge: true });
    const passed = Object.keys(compose.services['app-a'].environment);
    // The image sets some of them, and production uses neither the demo nor the embedded database.
    const inImage = ['NODE_ENV', 'PORT', 'DATA_DIR', 'DEMO', 'ALLOW_EMBEDDED_DATABASE'];
    expect([...names].filter((name) => !inImage.includes(name) && !passed.includes(name))).toEqual([]);
    expect([...names].filter((name) => name !== 'DEMO' && !table.includes(name))).toEqual([]);
  });

  test('the compose file gives no build a key that its schema doesn’t have', () => {
    const known = [
      'context',
      'dockerfile',
      'args',
      'target',
      'secrets',
      'platforms',
      'cache_from',
      'labels',
      'network',
    ];
    const compose = parse(readFileSync('deploy/compose.yaml', 'utf8'), { merge: true });
    const services = Object.entries<{ build?: object }>(compose.services);
    expect(services.map(([name]) => name)).toEqual(['app-a', 'app-b', 'migrate', 'postgres', 'caddy']);
    for (const [name, { build = {} }] of services) {
      expect(
        Object.keys(build).filter((key) => !known.includes(key)),
        name,
      ).toEqual([]);
    }
  });

  test('the image trusts no proxy unless it is configured to', () => {
    expect(readFileSync('deploy/Dockerfile', 'utf8')).not.toContain('TRUST_PROXY');
  });
});

describe('the identity provider', () => {
  const sumsub = {
    IDENTITY_PROVIDER: 'sumsub',
    SUMSUB_APP_TOKEN: 'a',
    SUMSUB_SECRET_KEY: 'b',
    SUMSUB_WEBHOOK_SECRET: 'c',
    SUMSUB_LEVEL: 'd',
  };

  test('is the built-in review unless another one is fully configured', () => {
    expect(parseEnv({}).identity).toEqual({ provider: 'documents' });
    expect(parseEnv(sumsub)).toMatchObject({ identity: { provider: 'sumsub', level: 'd' }, demo: false });
    const veriff = { IDENTITY_PROVIDER: 'veriff', VERIFF_API_KEY: 'a', VERIFF_SHARED_SECRET: 'b' };
    expect(parseEnv(veriff).identity).toMatchObject({ provider: 'veriff', baseUrl: 'https://stationapi.veriff.com' });
  });

  test('stops the server from starting when it is partly configured', () => {
    expect(messageOf({ IDENTITY_PROVIDER: 'onfido' })).toMatch(/^IDENTITY_PROVIDER must be one of documents, sumsub/);
    expect(messageOf({ ...sumsub, SUMSUB_LEVEL: '' })).toBe('IDENTITY_PROVIDER is sumsub: set SUMSUB_LEVEL too.');
    expect(messageOf({ VERIFF_API_KEY: 'a' })).toBe('VERIFF_API_KEY is set but IDENTITY_PROVIDER is documents.');
    expect(messageOf({ ...sumsub, SUMSUB_BASE_URL: 'sumsub' })).toMatch(/^SUMSUB_BASE_URL must be a URL/);
  });
});
