import { minuteMs } from '#lib/durations.ts';

export type TradovateSettings = ReturnType<typeof readSettings>;

const required = ['TRADOVATE_USER', 'TRADOVATE_PASSWORD', 'TRADOVATE_APP_ID', 'TRADOVATE_CID', 'TRADOVATE_SECRET'];

/** @throws {Error} one sentence that names what is missing */
export function readSettings(source: Readonly<Record<string, string | undefined>>) {
  const missing = [...required, 'TRADOVATE_TEMPLATE_ACCOUNT', 'TRADOVATE_PLAN'].filter((name) => !source[name]);
  if (missing.length > 0) throw new Error(`Set ${missing.join(', ')}: README.md says where to find them.`);
  const text = (name: string, otherwise = '') => source[name] ?? otherwise;
  const ids = (name: string) => text(name).split(',').filter(Boolean).map(Number);
  const demoUrl = text('TRADOVATE_DEMO_URL', 'https://demo.tradovateapi.com/v1');
  return {
    /** Users are created on the live host; evaluation accounts live on the demo host. */
    demoUrl,
    liveUrl: text('TRADOVATE_LIVE_URL', 'https://live.tradovateapi.com/v1'),
    streamUrl: text('TRADOVATE_STREAM_URL', `${demoUrl.replace(/^http/, 'ws')}/websocket`),
    login: {
      name: text('TRADOVATE_USER'),
      password: text('TRADOVATE_PASSWORD'),
      appId: text('TRADOVATE_APP_ID'),
      appVersion: text('TRADOVATE_APP_VERSION', '1.0'),
      deviceId: text('TRADOVATE_DEVICE_ID', 'tidemark-bridge'),
      cid: Number(text('TRADOVATE_CID')),
      sec: text('TRADOVATE_SECRET'),
    },
    templateAccountId: Number(text('TRADOVATE_TEMPLATE_ACCOUNT')),
    subscriptionPlanId: Number(text('TRADOVATE_PLAN')),
    entitlementIds: ids('TRADOVATE_ENTITLEMENTS'),
    currencyId: Number(text('TRADOVATE_CURRENCY', '1')),
    /** What market data packages are at the vendor; without entitlements, the bridge leaves them alone. */
    data: {
      ...{ entitlementIds: ids('TRADOVATE_DATA_ENTITLEMENTS'), depthPlanIds: ids('TRADOVATE_DEPTH_PLANS') },
      prefix: text('TRADOVATE_DATA_PREFIX', '/user'),
    },
    /** What the vendor's documents leave open: `doctor` prints these. */
    open: {
      /** What `trailingMaxDrawdownLimit` holds for an account whose floor stops trailing. */
      trailingLimit: text('TRADOVATE_TRAILING_LIMIT') === 'equity' ? 'equity' : 'floor',
      /** Whether the vendor also holds the trader's own limits of the day, or only the site's lock enforces them. */
      personalStops: text('TRADOVATE_PERSONAL_STOPS') === 'vendor' ? 'vendor' : 'site',
      /** How long a fill waits for its fee. A fee that comes later follows it. */
      feeWaitMs: Number(text('TRADOVATE_FEE_WAIT_MS', '250')),
      /** The end of a split answer isn't documented: it has ended once nothing came for this long. */
      syncQuietMs: Number(text('TRADOVATE_SYNC_QUIET_MS', '1000')),
    },
  } as const;
}

export const maxRequestsPerHour = 5_000;
export const renewAheadMs = 10 * minuteMs;
